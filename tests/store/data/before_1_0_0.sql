BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0014');
CREATE TABLE analyses (
	game_id BIGINT NOT NULL, 
	engine VARCHAR(64) NOT NULL, 
	judged TEXT NOT NULL, 
	PRIMARY KEY (game_id), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE class_events (
	id INTEGER NOT NULL, 
	event_id BIGINT, 
	created DATETIME NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	setup TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE SET NULL
);
INSERT INTO "class_events" VALUES(1,2,'2026-11-19 21:20:17.211167','running','{"said": {"name": "Cup", "absent": "loses", "soft_ms": 20000.0, "hard_ms": 100000.0, "stages": [{"name": "Everyone against everyone", "kind": "round robin", "games": 2, "ranking": ["match points", "victory points", "head-to-head", "Sonneborn-Berger", "lot"]}], "game": "piranhas", "options": {"rounds": 4}, "sandbox": true}, "preset": "class-round-robin", "kinds": ["upload", "remote", "level", "hand"], "days": [], "begun": 0, "deadline": null, "hand_s": 60.0, "on": "local"}');
CREATE TABLE class_journal (
	id INTEGER NOT NULL, 
	class_id BIGINT NOT NULL, 
	written DATETIME NOT NULL, 
	what VARCHAR(32) NOT NULL, 
	who VARCHAR(16) NOT NULL, 
	team_id BIGINT, 
	reason TEXT NOT NULL, 
	detail TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(class_id) REFERENCES class_events (id) ON DELETE CASCADE, 
	FOREIGN KEY(team_id) REFERENCES class_teams (id) ON DELETE SET NULL
);
INSERT INTO "class_journal" VALUES(1,1,'2026-11-19 21:20:17.212182','created','operator',NULL,'','{}');
INSERT INTO "class_journal" VALUES(2,1,'2026-11-19 21:20:17.293339','registered','team',1,'','{"kind": "hand"}');
INSERT INTO "class_journal" VALUES(3,1,'2026-11-19 21:20:17.303190','registered','team',2,'','{"kind": "level"}');
INSERT INTO "class_journal" VALUES(4,1,'2026-11-19 21:20:17.312227','started','operator',NULL,'','{"teams": 2}');
CREATE TABLE class_teams (
	id INTEGER NOT NULL, 
	class_id BIGINT NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	folded VARCHAR(128) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	player VARCHAR(64) NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	out TEXT, 
	created DATETIME NOT NULL, plays INTEGER, fielded INTEGER, 
	PRIMARY KEY (id), 
	CONSTRAINT class_teams_by_name UNIQUE (class_id, folded), 
	FOREIGN KEY(class_id) REFERENCES class_events (id) ON DELETE CASCADE
);
INSERT INTO "class_teams" VALUES(1,1,'Ada','ada','hand','','30359df03d4a86d22635e8e11b0376af9f77685aeb21207f2107c7ae310ce67b',NULL,'2026-11-19 21:20:17.292603',NULL,NULL);
INSERT INTO "class_teams" VALUES(2,1,'Bob','bob','level','random','eeb6b247da4c5fb340926af0bcaaa39c9ac10a1e606e8c244c11c3962e36e6ac',NULL,'2026-11-19 21:20:17.303010',NULL,NULL);
CREATE TABLE class_test_games (
	test_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	game_id BIGINT NOT NULL, 
	faults JSON, 
	logs JSON, 
	PRIMARY KEY (test_id, number), 
	FOREIGN KEY(test_id) REFERENCES class_tests (id) ON DELETE CASCADE, 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE class_tests (
	id INTEGER NOT NULL, 
	team_id BIGINT NOT NULL, 
	version INTEGER NOT NULL, 
	against VARCHAR(64) NOT NULL, 
	games INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	state VARCHAR(16) NOT NULL, 
	result TEXT NOT NULL, 
	run_id BIGINT, rival_version INTEGER, rival BIGINT, 
	PRIMARY KEY (id), 
	FOREIGN KEY(team_id) REFERENCES class_teams (id) ON DELETE CASCADE, 
	FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE SET NULL
);
CREATE TABLE class_uploads (
	team_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	created DATETIME NOT NULL, 
	size INTEGER NOT NULL, 
	sha VARCHAR(64) NOT NULL, 
	content BLOB, 
	state VARCHAR(16) NOT NULL, 
	played INTEGER NOT NULL, 
	log TEXT NOT NULL, 
	run_id BIGINT, 
	PRIMARY KEY (team_id, number), 
	FOREIGN KEY(team_id) REFERENCES class_teams (id) ON DELETE CASCADE, 
	FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE SET NULL
);
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
INSERT INTO "ends" VALUES(1,'blue','resigned','{"red": [0, 0], "blue": [2, 9]}','{"red": {"code": "resigned", "values": {}}}','2026-11-19 21:20:12.743994');
INSERT INTO "ends" VALUES(3,'red','heavier swarm','{"red": [2, 15], "blue": [0, 12]}','{}','2026-11-19 21:20:16.890264');
INSERT INTO "ends" VALUES(4,'red','heavier swarm','{"red": [2, 15], "blue": [0, 12]}','{}','2026-11-19 21:20:16.910840');
INSERT INTO "ends" VALUES(5,'blue','heavier swarm','{"red": [0, 15], "blue": [2, 18]}','{}','2026-11-19 21:20:16.925002');
INSERT INTO "ends" VALUES(6,'blue','heavier swarm','{"red": [0, 15], "blue": [2, 18]}','{}','2026-11-19 21:20:16.932833');
INSERT INTO "ends" VALUES(7,NULL,'equal swarms','{"red": [1, 15], "blue": [1, 15]}','{}','2026-11-19 21:20:16.936934');
INSERT INTO "ends" VALUES(8,NULL,'equal swarms','{"red": [1, 15], "blue": [1, 15]}','{}','2026-11-19 21:20:16.950886');
INSERT INTO "ends" VALUES(71,'red','heavier swarm','{"red": [2, 10], "blue": [0, 10]}','{}','2026-11-19 21:20:17.419939');
INSERT INTO "ends" VALUES(72,'blue','heavier swarm','{"red": [0, 10], "blue": [2, 10]}','{}','2026-11-19 21:20:17.422156');
INSERT INTO "ends" VALUES(73,'red','heavier swarm','{"red": [2, 10], "blue": [0, 10]}','{}','2026-11-19 21:20:17.422805');
INSERT INTO "ends" VALUES(74,'blue','heavier swarm','{"red": [0, 10], "blue": [2, 10]}','{}','2026-11-19 21:20:17.423516');
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
	plies INTEGER NOT NULL, 
	first_ms FLOAT NOT NULL, 
	second_ms FLOAT NOT NULL, 
	first_slowest_ms FLOAT NOT NULL, 
	second_slowest_ms FLOAT NOT NULL, 
	wall_ms FLOAT NOT NULL, 
	ended DATETIME NOT NULL, faults JSON, logs JSON, first_version INTEGER DEFAULT '0' NOT NULL, second_version INTEGER DEFAULT '0' NOT NULL, first_processor_ms FLOAT, second_processor_ms FLOAT, 
	PRIMARY KEY (event_id, stage, group_number, day, match_number, number), 
	FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE, 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "event_games" VALUES(1,0,0,0,0,0,3,'Bot random','Bot random (2)',2,0,'[[2, 15], [0, 12]]','heavier swarm',4,0.0,0.168,0.0,0.168,1.18302649998440756462e+01,'2026-11-19 21:20:16.890468',NULL,NULL,0,0,NULL,0.171);
INSERT INTO "event_games" VALUES(1,0,0,0,0,1,4,'Bot random (2)','Bot random',2,0,'[[2, 15], [0, 12]]','heavier swarm',4,0.0,0.066,0.0,0.066,1.42047160002221062313e+01,'2026-11-19 21:20:16.910998',NULL,NULL,0,0,NULL,0.069);
INSERT INTO "event_games" VALUES(1,0,0,0,0,2,5,'Bot random','Bot random (2)',0,2,'[[0, 15], [2, 18]]','heavier swarm',4,0.0,10.026,0.0,10.026,1.28530100000716629438e+01,'2026-11-19 21:20:16.925133',NULL,NULL,0,0,NULL,0.16);
INSERT INTO "event_games" VALUES(1,0,0,0,0,3,6,'Bot random (2)','Bot random',0,2,'[[0, 15], [2, 18]]','heavier swarm',4,0.0,0.059,0.0,0.059,2.95075099984387634322e+00,'2026-11-19 21:20:16.932983',NULL,NULL,0,0,NULL,0.062);
INSERT INTO "event_games" VALUES(1,0,0,0,0,4,7,'Bot random','Bot random (2)',1,1,'[[1, 15], [1, 15]]','equal swarms',4,0.0,0.059,0.0,0.059,2.68653700004506390541e+00,'2026-11-19 21:20:16.937071',NULL,NULL,0,0,NULL,0.062);
INSERT INTO "event_games" VALUES(1,0,0,0,0,5,8,'Bot random (2)','Bot random',1,1,'[[1, 15], [1, 15]]','equal swarms',4,0.0,0.057,0.0,0.057,8.12205400006860145367e+00,'2026-11-19 21:20:16.951033',NULL,NULL,0,0,NULL,0.06);
INSERT INTO "event_games" VALUES(3,0,0,0,1,0,71,'B','C',2,0,'[[2, 10], [0, 10]]','heavier swarm',0,3.0,4.0,1.0,2.0,12.5,'2026-11-19 21:20:17.420639',NULL,NULL,0,0,2.5,NULL);
INSERT INTO "event_games" VALUES(3,0,0,0,1,1,72,'C','B',0,2,'[[0, 10], [2, 10]]','heavier swarm',0,3.0,4.0,1.0,2.0,12.5,'2026-11-19 21:20:17.422254',NULL,NULL,0,0,2.5,NULL);
INSERT INTO "event_games" VALUES(3,0,0,1,0,0,73,'A','B',2,0,'[[2, 10], [0, 10]]','heavier swarm',0,3.0,4.0,1.0,2.0,12.5,'2026-11-19 21:20:17.422891',NULL,NULL,0,0,2.5,NULL);
INSERT INTO "event_games" VALUES(3,0,0,1,0,1,74,'B','A',0,2,'[[0, 10], [2, 10]]','heavier swarm',0,3.0,4.0,1.0,2.0,12.5,'2026-11-19 21:20:17.423600',NULL,NULL,0,0,2.5,NULL);
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
INSERT INTO "events" VALUES(1,NULL,'Bot random against Bot random (2)','2026-11-19 21:20:13.022619',NULL,'{"name":"Bot random against Bot random (2)","game":"piranhas","profile":"","options":{"rounds":2},"seed":8291670336382843528,"opening_plies":4,"soft_ms":10000.0,"hard_ms":20000.0,"bank_ms":null,"increment_ms":0.0,"openings":[],"adjudication":null,"absent":"loses","sandbox":false,"qualification":false,"withdrawn":[],"excluded":[],"annulled":[],"forfeited":[],"entrants":[{"name":"Bot random","player":"random@100"},{"name":"Bot random (2)","player":"random@100"}],"stages":[{"kind":"pair","name":"Bot random against Bot random (2)","take":0,"draw":"order","games":400,"trial":false,"points":{"win":2,"draw":1,"loss":0,"rest":null},"ranking":["match points","victory points","head-to-head","Sonneborn-Berger","lot"],"stop":null}]}');
INSERT INTO "events" VALUES(2,NULL,'Cup','2026-11-19 21:20:17.309672',NULL,'{"name":"Cup","game":"piranhas","profile":"","options":{"rounds":4},"seed":758962350813661108,"opening_plies":0,"soft_ms":20000.0,"hard_ms":100000.0,"bank_ms":null,"increment_ms":0.0,"openings":[],"adjudication":null,"absent":"loses","sandbox":true,"qualification":false,"withdrawn":[],"excluded":[],"annulled":[],"forfeited":[],"entrants":[{"name":"Ada","player":"remote"},{"name":"Bob","player":"random"}],"stages":[{"kind":"round robin","name":"Everyone against everyone","take":0,"draw":"order","games":2,"trial":false,"points":{"win":2,"draw":1,"loss":0,"rest":null},"ranking":["match points","victory points","head-to-head","Sonneborn-Berger","lot"],"groups":1,"cycles":1,"most_days":0}]}');
INSERT INTO "events" VALUES(3,NULL,'Test','2026-11-19 21:20:17.415359',NULL,'{"name": "Test", "game": "piranhas", "profile": "", "options": {}, "seed": 0, "opening_plies": 0, "soft_ms": 2000, "hard_ms": 1000000.0, "bank_ms": null, "increment_ms": 0.0, "openings": [], "adjudication": null, "absent": "loses", "sandbox": true, "qualification": false, "withdrawn": [], "excluded": [], "annulled": [], "forfeited": [], "entrants": [{"name": "A", "bot": "random"}, {"name": "B", "bot": "random", "budget_ms": 20.5}, {"name": "C", "think": "tests.tournament.bots:first", "budget_ms": 50, "inside": true, "folder": ""}], "stages": [{"name": "League", "take": 0, "draw": "order", "games": 2, "trial": false, "points": {"win": 2, "draw": 1, "loss": 0, "rest": null}, "ranking": ["match points", "victory points", "head-to-head", "Sonneborn-Berger", "lot"], "groups": 1, "cycles": 1, "most_days": 0, "heroes": 1, "rounds": 0, "stop": null, "most_games": 20, "level": ["lot"], "third_place": true, "kind": "round robin"}]}');
INSERT INTO "events" VALUES(4,NULL,'Test','2026-11-19 21:20:17.424571',NULL,'{"name": "Test", "game": "piranhas", "profile": "", "options": {}, "seed": 0, "opening_plies": 0, "soft_ms": 2000, "hard_ms": 1000000.0, "bank_ms": null, "increment_ms": 0.0, "openings": [], "adjudication": null, "absent": "loses", "sandbox": true, "qualification": false, "withdrawn": [], "excluded": [], "annulled": [], "forfeited": [], "entrants": [{"name": "A", "remote": true}, {"name": "B", "think": "7@200", "budget_ms": 5}], "stages": [{"name": "League", "take": 0, "draw": "order", "games": 2, "trial": false, "points": {"win": 2, "draw": 1, "loss": 0, "rest": null}, "ranking": ["match points", "victory points", "head-to-head", "Sonneborn-Berger", "lot"], "groups": 1, "cycles": 1, "most_days": 0, "heroes": 1, "rounds": 0, "stop": null, "most_games": 20, "level": ["lot"], "third_place": true, "kind": "round robin"}]}');
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
INSERT INTO "games" VALUES(1,NULL,'ended','2026-11-19 21:20:07.910593','piranhas',1,'seed','{"rounds": 30, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','3723832134703788137',NULL,'{"red": "Ada", "blue": "bot 1"}');
INSERT INTO "games" VALUES(2,NULL,'interrupted','2026-11-19 21:20:12.831497','piranhas',1,'seed','{"rounds": 30, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','17246275069907979603',NULL,'{"red": "Ada", "blue": "bot 1"}');
INSERT INTO "games" VALUES(3,NULL,'ended','2026-11-19 21:20:16.889556','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','9084383617007714770',NULL,'{"red": "Bot random", "blue": "Bot random (2)"}');
INSERT INTO "games" VALUES(4,NULL,'ended','2026-11-19 21:20:16.910627','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','9084383617007714770',NULL,'{"red": "Bot random (2)", "blue": "Bot random"}');
INSERT INTO "games" VALUES(5,NULL,'ended','2026-11-19 21:20:16.924792','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','2885636699524920663',NULL,'{"red": "Bot random", "blue": "Bot random (2)"}');
INSERT INTO "games" VALUES(6,NULL,'ended','2026-11-19 21:20:16.932655','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','2885636699524920663',NULL,'{"red": "Bot random (2)", "blue": "Bot random"}');
INSERT INTO "games" VALUES(7,NULL,'ended','2026-11-19 21:20:16.936780','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','243355825755006668',NULL,'{"red": "Bot random", "blue": "Bot random (2)"}');
INSERT INTO "games" VALUES(8,NULL,'ended','2026-11-19 21:20:16.950717','piranhas',1,'seed','{"rounds": 2, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','243355825755006668',NULL,'{"red": "Bot random (2)", "blue": "Bot random"}');
INSERT INTO "games" VALUES(70,NULL,'interrupted','2026-11-19 21:20:17.386186','piranhas',1,'seed','{"rounds": 4, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','1686376896620454698',NULL,'{"red": "Ada", "blue": "Bob"}');
INSERT INTO "games" VALUES(71,NULL,'ended','2026-11-19 21:20:17.419403','piranhas',1,'seed','{"rounds": 30, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','1437340076472928797',NULL,'{"red": "B", "blue": "C"}');
INSERT INTO "games" VALUES(72,NULL,'ended','2026-11-19 21:20:17.422085','piranhas',1,'seed','{"rounds": 30, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','1437340076472928797',NULL,'{"red": "C", "blue": "B"}');
INSERT INTO "games" VALUES(73,NULL,'ended','2026-11-19 21:20:17.422748','piranhas',1,'seed','{"rounds": 30, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','6934864699767675219',NULL,'{"red": "A", "blue": "B"}');
INSERT INTO "games" VALUES(74,NULL,'ended','2026-11-19 21:20:17.423458','piranhas',1,'seed','{"rounds": 30, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}','6934864699767675219',NULL,'{"red": "B", "blue": "A"}');
CREATE TABLE page_players (
	words VARCHAR(64) NOT NULL, 
	table_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (words, table_id), 
	FOREIGN KEY(table_id) REFERENCES page_tables (id) ON DELETE CASCADE
);
INSERT INTO "page_players" VALUES('1','1ZBXKdUqu142k3OO');
INSERT INTO "page_players" VALUES('ada','1ZBXKdUqu142k3OO');
INSERT INTO "page_players" VALUES('bot 1','1ZBXKdUqu142k3OO');
INSERT INTO "page_players" VALUES('ada','oZp26X_iPxqZQzmm');
INSERT INTO "page_players" VALUES('1','_KZiI3J-oO9YzoOc');
INSERT INTO "page_players" VALUES('ada','_KZiI3J-oO9YzoOc');
INSERT INTO "page_players" VALUES('bot 1','_KZiI3J-oO9YzoOc');
INSERT INTO "page_players" VALUES('ada','c1-0-0-0-0-0-0');
INSERT INTO "page_players" VALUES('bob','c1-0-0-0-0-0-0');
CREATE TABLE page_tables (
	id VARCHAR(40) NOT NULL, 
	game_id BIGINT, 
	touched FLOAT NOT NULL, 
	"plan" TEXT NOT NULL, game VARCHAR(64) DEFAULT '' NOT NULL, listed BOOLEAN DEFAULT 0 NOT NULL, ended DATETIME, run_id BIGINT, 
	PRIMARY KEY (id)
);
INSERT INTO "page_tables" VALUES('1ZBXKdUqu142k3OO',1,1.79512321282263851169e+09,'{"id": "1ZBXKdUqu142k3OO", "game": "piranhas", "profile": "seed", "options": {"rounds": 30, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}, "seed": 3723832134703788137, "position": null, "moves": [], "seats": {"red": {"kind": "person", "name": "Ada", "level": "", "key": "f5ecb7f87474b91f1b8ef666eb42c4a9416902f9469256baebf32c1c644a5c8b", "invite": "", "creator": true, "person": "P_kRS7AtEViU", "elo": null, "provisional": false, "new_elo": 756, "code": ""}, "blue": {"kind": "bot", "name": "bot 1", "level": "1", "key": "", "invite": "", "creator": false, "person": "", "elo": null, "provisional": false, "new_elo": null, "code": ""}}, "visitor": "testclient", "listed": true, "move_seconds": null, "created": 1795123207.894983, "rematch": null, "source": "page", "duel": null, "bank_seconds": null, "increment_seconds": 0.0, "rated": true, "open": false, "arrive_seconds": 0.0}','piranhas',1,'2026-11-19 21:20:12.743994',NULL);
INSERT INTO "page_tables" VALUES('_KZiI3J-oO9YzoOc',2,1.79512321738466548923e+09,'{"id": "_KZiI3J-oO9YzoOc", "game": "piranhas", "profile": "seed", "options": {"rounds": 30, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}, "seed": 17246275069907979603, "position": null, "moves": [], "seats": {"red": {"kind": "person", "name": "Ada", "level": "", "key": "f5ecb7f87474b91f1b8ef666eb42c4a9416902f9469256baebf32c1c644a5c8b", "invite": "", "creator": true, "person": "P_kRS7AtEViU", "elo": 756, "provisional": true, "new_elo": null, "code": ""}, "blue": {"kind": "bot", "name": "bot 1", "level": "1", "key": "", "invite": "", "creator": false, "person": "", "elo": null, "provisional": false, "new_elo": null, "code": ""}}, "visitor": "testclient", "listed": true, "move_seconds": null, "created": 1795123212.8292334, "rematch": null, "source": "page", "duel": null, "bank_seconds": null, "increment_seconds": 0.0, "rated": true, "open": false, "arrive_seconds": 0.0}','piranhas',1,NULL,NULL);
INSERT INTO "page_tables" VALUES('oZp26X_iPxqZQzmm',NULL,1.79512321299879264828e+09,'{"id": "oZp26X_iPxqZQzmm", "game": "piranhas", "profile": "seed", "options": {"rounds": 30, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}, "seed": 5783701683409122774, "position": null, "moves": [], "seats": {"red": {"kind": "person", "name": "Ada", "level": "", "key": "f5ecb7f87474b91f1b8ef666eb42c4a9416902f9469256baebf32c1c644a5c8b", "invite": "", "creator": true, "person": "P_kRS7AtEViU", "elo": 756, "provisional": true, "new_elo": null, "code": ""}, "blue": {"kind": "open", "name": "", "level": "", "key": "", "invite": "337a8b99679fb21bd8046794fbe2353095571eb1bf4eba48d6e11fc1b948d764", "creator": false, "person": "", "elo": null, "provisional": false, "new_elo": null, "code": ""}}, "visitor": "testclient", "listed": true, "move_seconds": null, "created": 1795123212.9984334, "rematch": null, "source": "page", "duel": null, "bank_seconds": null, "increment_seconds": 0.0, "rated": true, "open": false, "arrive_seconds": 0.0}','piranhas',1,NULL,NULL);
INSERT INTO "page_tables" VALUES('c1-0-0-0-0-0-0',70,1.79512321738794326788e+09,'{"id": "c1-0-0-0-0-0-0", "game": "piranhas", "profile": "seed", "options": {"rounds": 4, "first_swarm": "mover", "credit_lasts": true, "blocked_mid_round": "loses", "blocked_at_limit": "weight", "no_fish_weight": 0}, "seed": 1686376896620454698, "position": null, "moves": [], "seats": {"red": {"kind": "person", "name": "Ada", "level": "", "key": "30359df03d4a86d22635e8e11b0376af9f77685aeb21207f2107c7ae310ce67b", "invite": "", "creator": false, "person": "", "elo": null, "provisional": false, "new_elo": null, "code": ""}, "blue": {"kind": "program", "name": "Bob", "level": "3-0-0-0-0-0/blue", "key": "", "invite": "", "creator": false, "person": "", "elo": null, "provisional": false, "new_elo": null, "code": ""}}, "visitor": "class", "listed": true, "move_seconds": 60.0, "created": 1795123217.330135, "rematch": null, "source": "class", "duel": null, "bank_seconds": null, "increment_seconds": 0.0, "rated": false, "open": false, "arrive_seconds": 300.0}','piranhas',1,NULL,NULL);
CREATE TABLE people (
	id VARCHAR(16) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	folded VARCHAR(160) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (folded), 
	UNIQUE ("key")
);
INSERT INTO "people" VALUES('P_kRS7AtEViU','Ada','ada','f5ecb7f87474b91f1b8ef666eb42c4a9416902f9469256baebf32c1c644a5c8b',1.79512320785428237911e+09);
INSERT INTO "people" VALUES('rGv7RSJ94KHe','Bob','bob','0f49b7085a022328e3ff9b5ba284c144624704e52d9a63adbc6cae475b763998',1.79512320787576699259e+09);
CREATE TABLE person_games (
	table_id VARCHAR(40) NOT NULL, 
	side VARCHAR(32) NOT NULL, 
	person_id VARCHAR(16) NOT NULL, 
	rated BOOLEAN NOT NULL, 
	PRIMARY KEY (table_id, side), 
	FOREIGN KEY(table_id) REFERENCES page_tables (id) ON DELETE CASCADE
);
INSERT INTO "person_games" VALUES('1ZBXKdUqu142k3OO','red','P_kRS7AtEViU',1);
INSERT INTO "person_games" VALUES('oZp26X_iPxqZQzmm','red','P_kRS7AtEViU',1);
INSERT INTO "person_games" VALUES('_KZiI3J-oO9YzoOc','red','P_kRS7AtEViU',1);
CREATE TABLE person_ratings (
	person_id VARCHAR(16) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	elo FLOAT NOT NULL, 
	low FLOAT NOT NULL, 
	high FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (person_id, game)
);
INSERT INTO "person_ratings" VALUES('P_kRS7AtEViU','piranhas',7.56482917463954208881e+02,-3.97056016824203197763e+02,1.6032005301797644279e+03,1);
CREATE TABLE plies (
	game_id BIGINT NOT NULL, 
	number INTEGER NOT NULL, 
	move TEXT NOT NULL, 
	think_ms FLOAT, 
	server_ms FLOAT, processor_ms FLOAT, 
	PRIMARY KEY (game_id, number), 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "plies" VALUES(1,0,'A1-A9',20.333,0.269,NULL);
INSERT INTO "plies" VALUES(1,1,'F9-H7',74.134,4141.295,39.669);
INSERT INTO "plies" VALUES(1,2,'A2-C0',548.691,7.678,NULL);
INSERT INTO "plies" VALUES(2,0,'A1-A9',4.607,1.034,NULL);
INSERT INTO "plies" VALUES(2,1,'H9-F7',94.536,4.792,37.901);
INSERT INTO "plies" VALUES(3,0,'A3-C3',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(3,1,'C9-C6',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(3,2,'A5-C7',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(3,3,'H9-F7',0.168,9.884,0.171);
INSERT INTO "plies" VALUES(4,0,'A3-C3',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(4,1,'C9-C6',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(4,2,'A5-C7',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(4,3,'H9-F7',0.066,0.217,0.069);
INSERT INTO "plies" VALUES(5,0,'A8-C6',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(5,1,'H9-J7',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(5,2,'A1-A8',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(5,3,'E9-G7',10.026,0.204,0.16);
INSERT INTO "plies" VALUES(6,0,'A8-C6',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(6,1,'H9-J7',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(6,2,'A1-A8',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(6,3,'E9-G7',0.059,0.199,0.062);
INSERT INTO "plies" VALUES(7,0,'J1-J9',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(7,1,'G9-I7',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(7,2,'J2-H2',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(7,3,'H9-F7',0.059,0.179,0.062);
INSERT INTO "plies" VALUES(8,0,'J1-J9',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(8,1,'G9-I7',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(8,2,'J2-H2',NULL,NULL,NULL);
INSERT INTO "plies" VALUES(8,3,'H9-F7',0.057,0.187,0.06);
CREATE TABLE qualifications (
	event_id BIGINT NOT NULL, 
	entrant VARCHAR(255) NOT NULL, 
	passed BOOLEAN NOT NULL, 
	log TEXT NOT NULL, 
	PRIMARY KEY (event_id, entrant), 
	FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE
);
CREATE TABLE rated_games (
	table_id VARCHAR(40) NOT NULL, 
	game VARCHAR(64) NOT NULL, 
	first VARCHAR(32) NOT NULL, 
	second VARCHAR(32) NOT NULL, 
	points FLOAT NOT NULL, 
	ended DATETIME NOT NULL, 
	PRIMARY KEY (table_id)
);
INSERT INTO "rated_games" VALUES('1ZBXKdUqu142k3OO','piranhas','P_kRS7AtEViU','level 1',0.0,'2026-11-19 21:20:12.747308');
CREATE TABLE runs (
	id INTEGER NOT NULL, 
	host VARCHAR(255) NOT NULL, 
	pid INTEGER NOT NULL, 
	started VARCHAR(64) NOT NULL, 
	seen FLOAT NOT NULL, "inner" VARCHAR(255), 
	PRIMARY KEY (id)
);
CREATE TABLE series (
	event_id BIGINT NOT NULL, 
	visitor VARCHAR(64) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	stopped BOOLEAN NOT NULL, 
	PRIMARY KEY (event_id), 
	FOREIGN KEY(event_id) REFERENCES events (id) ON DELETE CASCADE
);
INSERT INTO "series" VALUES(1,'testclient','b33e852bee10e421b5c070d98fa08484b2e3b6bc6b732d1519bf9f731c3404ec',0);
CREATE TABLE studies (
	id INTEGER NOT NULL, 
	run_id BIGINT, 
	name VARCHAR(255) NOT NULL, 
	created DATETIME NOT NULL, 
	finished DATETIME, 
	planned INTEGER NOT NULL, 
	"plan" TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(run_id) REFERENCES runs (id) ON DELETE SET NULL, 
	UNIQUE (name)
);
CREATE TABLE study_games (
	study_id BIGINT NOT NULL, 
	variant VARCHAR(255) NOT NULL, 
	players VARCHAR(255) NOT NULL, 
	number INTEGER NOT NULL, 
	game_id BIGINT NOT NULL, 
	code VARCHAR(16) NOT NULL, 
	wall_ms FLOAT NOT NULL, 
	measured TEXT, 
	PRIMARY KEY (study_id, variant, players, number), 
	FOREIGN KEY(study_id) REFERENCES studies (id) ON DELETE CASCADE, 
	FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE study_notes (
	study_id BIGINT NOT NULL, 
	kind VARCHAR(32) NOT NULL, 
	name VARCHAR(255) NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (study_id, kind, name), 
	FOREIGN KEY(study_id) REFERENCES studies (id) ON DELETE CASCADE
);
CREATE INDEX games_by_state ON games (state, id);
CREATE INDEX page_tables_by_game ON page_tables (game_id);
CREATE INDEX page_tables_by_end ON page_tables (listed, ended);
CREATE INDEX page_tables_by_kind_and_end ON page_tables (listed, game, ended);
CREATE INDEX page_players_by_table ON page_players (table_id);
CREATE INDEX class_events_by_event ON class_events (event_id);
CREATE INDEX class_tests_by_team ON class_tests (team_id);
CREATE INDEX class_journal_by_class ON class_journal (class_id);
CREATE INDEX person_games_by_person ON person_games (person_id);
CREATE INDEX rated_games_by_first ON rated_games (first, game, ended);
CREATE INDEX rated_games_by_second ON rated_games (second, game, ended);
CREATE INDEX class_tests_by_rival ON class_tests (rival);
CREATE INDEX page_tables_by_owner ON page_tables (run_id);
COMMIT;
