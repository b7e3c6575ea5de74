-- A database as version 0002 of the schema left it, with the page's table, which no migration had made.
-- An event with two programs that never connect, one between bots with a qualification, and three tables of
-- the page: one with an ended game, one with an interrupted game, one that waits for somebody.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE ends (
	game_id BIGINT NOT NULL, 
	winner VARCHAR(32), 
	reason VARCHAR(64) NOT NULL, 
	scores TEXT NOT NULL, 
	detail TEXT NOT NULL, 
	ended DATETIME NOT NULL, 
	PRIMARY KEY (game_id), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "ends" VALUES(1,NULL,'left the game','{"red": [0, 0], "blue": [0, 0]}','crash: NOT_CONNECTED (ended with code 7); mute: NOT_CONNECTED (ended with code 3)','2026-11-15 21:49:34.751369');
INSERT INTO "ends" VALUES(2,'red','left the game','{"red": [0, 0], "blue": [0, 0]}','crash: NOT_CONNECTED (ended with code 7)','2026-11-15 21:49:34.774638');
INSERT INTO "ends" VALUES(3,'blue','left the game','{"red": [0, 0], "blue": [0, 0]}','crash: NOT_CONNECTED (ended with code 7)','2026-11-15 21:49:34.814953');
INSERT INTO "ends" VALUES(4,'blue','left the game','{"red": [0, 0], "blue": [0, 0]}','mute: NOT_CONNECTED (ended with code 3)','2026-11-15 21:49:34.880307');
INSERT INTO "ends" VALUES(5,'red','left the game','{"red": [0, 0], "blue": [0, 0]}','mute: NOT_CONNECTED (ended with code 3)','2026-11-15 21:49:34.945033');
INSERT INTO "ends" VALUES(6,NULL,'left the game','{"red": [0, 0], "blue": [0, 0]}','mute: NOT_CONNECTED (ended with code 3); crash: NOT_CONNECTED (ended with code 7)','2026-11-15 21:49:34.973254');
INSERT INTO "ends" VALUES(7,'blue','heavier swarm','{"red": [0, 12], "blue": [2, 13]}','','2026-11-15 21:49:36.006754');
INSERT INTO "ends" VALUES(8,'blue','heavier swarm','{"red": [0, 12], "blue": [2, 13]}','','2026-11-15 21:49:36.013456');
INSERT INTO "ends" VALUES(9,'blue','resigned','{"red": [0, 0], "blue": [2, 19]}','red: resigned','2026-11-15 21:49:38.115577');
CREATE TABLE event_games (
	event_id BIGINT NOT NULL, 
	stage INTEGER NOT NULL, 
	group_number INTEGER NOT NULL, 
	day INTEGER NOT NULL, 
	match_number INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	game_id BIGINT NOT NULL, 
	first VARCHAR(255) NOT NULL, 
	second VARCHAR(255) NOT NULL, 
	first_points INTEGER NOT NULL, 
	second_points INTEGER NOT NULL, 
	scores TEXT NOT NULL, 
	reason VARCHAR(64) NOT NULL, 
	detail TEXT NOT NULL, 
	plies INTEGER NOT NULL, 
	first_ms FLOAT NOT NULL, 
	second_ms FLOAT NOT NULL, 
	first_slowest_ms FLOAT NOT NULL, 
	second_slowest_ms FLOAT NOT NULL, 
	wall_ms FLOAT NOT NULL, 
	log TEXT, 
	ended DATETIME NOT NULL, 
	PRIMARY KEY (event_id, stage, group_number, day, match_number, number), 
	FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "event_games" VALUES(1,0,0,0,1,0,1,'crash','mute',0,0,'[[0, 0], [0, 0]]','left the game','crash: NOT_CONNECTED (ended with code 7); mute: NOT_CONNECTED (ended with code 3)',0,0.0,0.0,0.0,0.0,7.78289580000546266091e+01,'--- crash
no idea; mute: what to do

--- mute
--- not a name
good bye
','2026-11-15 21:49:34.753157');
INSERT INTO "event_games" VALUES(1,0,0,1,0,0,2,'calm','crash',2,0,'[[0, 0], [0, 0]]','left the game','crash: NOT_CONNECTED (ended with code 7)',0,0.0,0.0,0.0,0.0,2.64452629999141208827e+01,'--- crash
no idea; mute: what to do
','2026-11-15 21:49:34.777140');
INSERT INTO "event_games" VALUES(1,0,0,1,0,1,3,'crash','calm',0,2,'[[0, 0], [0, 0]]','left the game','crash: NOT_CONNECTED (ended with code 7)',0,0.0,0.0,0.0,0.0,2.37976340001750941155e+01,'--- crash
no idea; mute: what to do
','2026-11-15 21:49:34.816456');
INSERT INTO "event_games" VALUES(1,0,0,2,1,0,4,'mute','calm',0,2,'[[0, 0], [0, 0]]','left the game','mute: NOT_CONNECTED (ended with code 3)',0,0.0,0.0,0.0,0.0,45.1523660001385,'--- mute
--- not a name
good bye
','2026-11-15 21:49:34.881034');
INSERT INTO "event_games" VALUES(1,0,0,2,1,1,5,'calm','mute',2,0,'[[0, 0], [0, 0]]','left the game','mute: NOT_CONNECTED (ended with code 3)',0,0.0,0.0,0.0,0.0,4.64086460001453815493e+01,'--- mute
--- not a name
good bye
','2026-11-15 21:49:34.953963');
INSERT INTO "event_games" VALUES(1,0,0,0,1,1,6,'mute','crash',0,0,'[[0, 0], [0, 0]]','left the game','mute: NOT_CONNECTED (ended with code 3); crash: NOT_CONNECTED (ended with code 7)',0,0.0,0.0,0.0,0.0,8.89092830000208778074e+01,'--- mute
--- not a name
good bye

--- crash
no idea; mute: what to do
','2026-11-15 21:49:34.973864');
INSERT INTO "event_games" VALUES(2,0,0,1,0,0,7,'calm','late: team',0,2,'[[0, 12], [2, 13]]','heavier swarm','',4,0.031,0.023,0.021,0.014,5.6646959999397950014e+00,NULL,'2026-11-15 21:49:36.011593');
INSERT INTO "event_games" VALUES(2,0,0,1,0,1,8,'late: team','calm',0,2,'[[0, 12], [2, 13]]','heavier swarm','',4,0.025,2.0999999999999997835e-02,0.016,0.011,1.26034200002322904765e+00,NULL,'2026-11-15 21:49:36.013877');
CREATE TABLE events (
	id INTEGER NOT NULL, 
	run_id BIGINT, 
	name VARCHAR(255) NOT NULL, 
	created DATETIME NOT NULL, 
	finished DATETIME, 
	format TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE SET NULL
);
INSERT INTO "events" VALUES(1,NULL,'Old cup','2026-11-15 21:49:32.532488','2026-11-15 21:49:34.983788','{"name":"Old cup","game":"piranhas","entrants":[{"name":"calm","bot":"random","command":[],"zip":"","remote":false,"think":"","inside":false,"budget_ms":0.0,"folder":"","scratch":false,"start":""},{"name":"crash","bot":"","command":["./crash.sh"],"zip":"","remote":false,"think":"","inside":false,"budget_ms":0.0,"folder":"","scratch":false,"start":""},{"name":"mute","bot":"","command":["./mute.sh"],"zip":"","remote":false,"think":"","inside":false,"budget_ms":0.0,"folder":"","scratch":false,"start":""}],"stages":[{"name":"League","kind":"round robin","take":0,"groups":1,"draw":"order","games":2,"cycles":1,"rounds":5,"heroes":1,"points":{"win":2,"draw":1,"loss":0,"rest":0},"ranking":["match points","victory points","head-to-head","Sonneborn-Berger","lot"],"most_games":20,"level":["lot"],"third_place":true,"stop":null}],"profile":"","options":{"rounds":2},"seed":3,"opening_plies":0,"soft_ms":2000,"hard_ms":10000,"absent":"loses","sandbox":false,"qualification":false}');
INSERT INTO "events" VALUES(2,NULL,'Old pair','2026-11-15 21:49:34.990002','2026-11-15 21:49:36.014524','{"name":"Old pair","game":"piranhas","entrants":[{"name":"calm","bot":"random","command":[],"zip":"","remote":false,"think":"","inside":false,"budget_ms":0.0,"folder":"","scratch":false,"start":""},{"name":"late: team","bot":"random","command":[],"zip":"","remote":false,"think":"","inside":false,"budget_ms":0.0,"folder":"","scratch":false,"start":""},{"name":"failed","bot":"random","command":[],"zip":"","remote":false,"think":"","inside":false,"budget_ms":0.0,"folder":"","scratch":false,"start":""}],"stages":[{"name":"League","kind":"round robin","take":0,"groups":1,"draw":"order","games":2,"cycles":1,"rounds":5,"heroes":1,"points":{"win":2,"draw":1,"loss":0,"rest":0},"ranking":["match points","victory points","head-to-head","Sonneborn-Berger","lot"],"most_games":20,"level":["lot"],"third_place":true,"stop":null}],"profile":"","options":{"rounds":2},"seed":4,"opening_plies":0,"soft_ms":2000,"hard_ms":10000,"absent":"loses","sandbox":true,"qualification":false}');
CREATE TABLE games (
	id INTEGER NOT NULL, 
	run_id BIGINT, 
	state VARCHAR(16) NOT NULL, 
	created DATETIME NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	version INTEGER NOT NULL, 
	profile VARCHAR(64) NOT NULL, 
	options TEXT NOT NULL, 
	seed VARCHAR(20) NOT NULL, 
	position TEXT, 
	seats TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE SET NULL
);
INSERT INTO "games" VALUES(1,NULL,'ended','2026-11-15 21:49:34.747764','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','4836923398591199143',NULL,'{"red": "crash", "blue": "mute"}');
INSERT INTO "games" VALUES(2,NULL,'ended','2026-11-15 21:49:34.773960','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','580369007073409015',NULL,'{"red": "calm", "blue": "crash"}');
INSERT INTO "games" VALUES(3,NULL,'ended','2026-11-15 21:49:34.814284','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','580369007073409015',NULL,'{"red": "crash", "blue": "calm"}');
INSERT INTO "games" VALUES(4,NULL,'ended','2026-11-15 21:49:34.878687','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','4248893320172436156',NULL,'{"red": "mute", "blue": "calm"}');
INSERT INTO "games" VALUES(5,NULL,'ended','2026-11-15 21:49:34.944358','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','4248893320172436156',NULL,'{"red": "calm", "blue": "mute"}');
INSERT INTO "games" VALUES(6,NULL,'ended','2026-11-15 21:49:34.972560','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','4836923398591199143',NULL,'{"red": "mute", "blue": "crash"}');
INSERT INTO "games" VALUES(7,NULL,'ended','2026-11-15 21:49:36.001656','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','5993366047679606381',NULL,'{"red": "calm", "blue": "late: team"}');
INSERT INTO "games" VALUES(8,NULL,'ended','2026-11-15 21:49:36.012888','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','5993366047679606381',NULL,'{"red": "late: team", "blue": "calm"}');
INSERT INTO "games" VALUES(9,NULL,'ended','2026-11-15 21:49:37.563629','piranhas',1,'seed','{"rounds": 3, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','7',NULL,'{"red": "", "blue": "bot random"}');
INSERT INTO "games" VALUES(10,NULL,'interrupted','2026-11-15 21:49:38.172388','piranhas',1,'seed','{"rounds": 3, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','7',NULL,'{"red": "", "blue": ""}');
CREATE TABLE page_tables (
	id VARCHAR(40) NOT NULL, 
	game_id BIGINT, 
	touched FLOAT NOT NULL, 
	"plan" TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "page_tables" VALUES('hiXCa0Jajc5S9a76',9,1.79477937756599307062e+09,'{"id":"hiXCa0Jajc5S9a76","game":"piranhas","profile":"seed","options":{"rounds":3,"first_swarm":"mover","credit_lasts":true,"blocked_mid_round":"loses","blocked_at_limit":"weight","no_fish_weight":0},"seed":7,"position":null,"moves":[],"seats":{"red":{"kind":"person","name":"","level":"","key":"81cc1ba4c43921b243db78ca49814cea3ff7797af51caa5f104bdc02159e5789","invite":"","creator":true},"blue":{"kind":"bot","name":"bot random","level":"random","key":"","invite":"","creator":false}},"visitor":"testclient","listed":true,"move_seconds":null,"created":1794779377.5539875,"rematch":null,"source":"page"}');
INSERT INTO "page_tables" VALUES('IAZ7ycc6H3bNOtbG',10,1.7947793781734957695e+09,'{"id":"IAZ7ycc6H3bNOtbG","game":"piranhas","profile":"seed","options":{"rounds":3,"first_swarm":"mover","credit_lasts":true,"blocked_mid_round":"loses","blocked_at_limit":"weight","no_fish_weight":0},"seed":7,"position":null,"moves":[],"seats":{"red":{"kind":"person","name":"","level":"","key":"df4b83f30b3a692aa6ba9ff9415736246ac143d8f7b1d6d1e3be6a1578760a80","invite":"","creator":true},"blue":{"kind":"person","name":"","level":"","key":"1aedc9e966f70e4d738cf6a0af04e7636ef956808af4dde03a2c9175040ee45f","invite":"","creator":false}},"visitor":"testclient","listed":true,"move_seconds":null,"created":1794779378.14789,"rematch":null,"source":"page"}');
INSERT INTO "page_tables" VALUES('JxTy68QT_xdS_QNK',NULL,1.79477937851172447206e+09,'{"id":"JxTy68QT_xdS_QNK","game":"piranhas","profile":"seed","options":{"rounds":3,"first_swarm":"mover","credit_lasts":true,"blocked_mid_round":"loses","blocked_at_limit":"weight","no_fish_weight":0},"seed":7,"position":null,"moves":[],"seats":{"red":{"kind":"person","name":"","level":"","key":"c16dc6eb2a2de7741d1238a511cbbb3fec246971e036ed628090acc298d5b287","invite":"","creator":true},"blue":{"kind":"open","name":"","level":"","key":"","invite":"84ecea16d70993ef36d182d924a50488aefb861ba1ae937b83bac0deb3154bfd","creator":false}},"visitor":"testclient","listed":true,"move_seconds":null,"created":1794779378.5081272,"rematch":null,"source":"page"}');
CREATE TABLE plies (
	game_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	move TEXT NOT NULL, 
	think_ms FLOAT, 
	server_ms FLOAT, 
	PRIMARY KEY (game_id, number), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "plies" VALUES(7,0,'J5-H5',0.021,0.268);
INSERT INTO "plies" VALUES(7,1,'F0-H2',0.014,0.238);
INSERT INTO "plies" VALUES(7,2,'A7-C5',0.01,0.157);
INSERT INTO "plies" VALUES(7,3,'H2-G3',0.009,0.145);
INSERT INTO "plies" VALUES(8,0,'J5-H5',0.016,0.15);
INSERT INTO "plies" VALUES(8,1,'F0-H2',0.011,0.187);
INSERT INTO "plies" VALUES(8,2,'A7-C5',0.009,0.14);
INSERT INTO "plies" VALUES(8,3,'H2-G3',0.01,0.137);
INSERT INTO "plies" VALUES(9,0,'A4-C4',6.385,0.148);
INSERT INTO "plies" VALUES(10,0,'A4-C4',316.353,0.168);
CREATE TABLE qualifications (
	event_id BIGINT NOT NULL, 
	entrant VARCHAR(255) NOT NULL, 
	passed BOOLEAN NOT NULL, 
	log TEXT NOT NULL, 
	PRIMARY KEY (event_id, entrant), 
	FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE
);
INSERT INTO "qualifications" VALUES(2,'failed',0,'lost to the random bot');
INSERT INTO "qualifications" VALUES(2,'calm',1,'');
CREATE TABLE runs (
	id INTEGER NOT NULL, 
	host VARCHAR(255) NOT NULL, 
	pid INTEGER NOT NULL, 
	started VARCHAR(64) NOT NULL, 
	seen FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE INDEX games_by_state ON games (state, id);
CREATE INDEX page_tables_by_game ON page_tables (game_id);
COMMIT;
