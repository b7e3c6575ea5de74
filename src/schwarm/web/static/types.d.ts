/** What the server sends; made by tests/web/shared/typescript.py. See docs/reference/http-api.md */
/** A place of the board at x, y: y grows downwards, neighbours are one unit apart. */
export interface Cell {
  id: string;
  x: number;
  y: number;
  kind: string;
  side?: string;
  count?: number;
  note?: string;
  segment?: number;
  flow?: number;
}
/** A piece on a cell; `level` counts from 0 at the bottom of a stack. */
export interface Piece {
  cell: string;
  side?: string;
  kind: string;
  size?: number;
  rot?: number;
  level?: number;
  covered?: boolean;
  speed?: number;
  coal?: number;
}
/** Something that explains a cell: a target, a swarm, a reach. `around` are the pieces that make it. */
export interface Mark {
  cell: string;
  kind: string;
  side?: string | null;
  note?: string;
  rot?: number;
  around?: string[];
}
export interface Link {
  from: string;
  to: string;
  side: string | null;
  strong: boolean;
}
/** A number or a word about a side, for its strip: a bar of its `parts` shows what is `hidden`, too. */
export interface Fact {
  key: string;
  value: number | string;
  parts?: number[];
  hidden?: boolean;
}
/** Pieces beside the board: in hand, or captured. */
export interface Taken {
  kind: string;
  size?: number;
  side: string;
  count: number;
}
/** What a side's strip shows. */
export interface SideState {
  facts: Fact[];
  taken: Taken[];
}
/** A position as it is drawn; `view` is x, y, width and height of what is seen. `behind` are cells out of play; `hidden` counts the parts of a river that nobody has seen yet. */
export interface Board {
  kind: string;
  cells: Cell[];
  pieces: Piece[];
  marks: Mark[];
  links: Link[];
  sides: Record<string, SideState>;
  view: [number, number, number, number];
  mover?: string;
  rounds?: number | null;
  round?: number;
  left?: number;
  behind?: Cell[];
  hidden?: number;
}
/** A legal move and the cells whose clicks build it. `cells` are all it has to do with, `shape` the arrangement that allows it, `way` where its piece goes, `goals` where it puts pieces; `also` are further kinds that act inside it; `chance` decides what it does. */
export interface Choice {
  move: string;
  path: string[];
  kind?: string;
  capture?: boolean;
  cells?: string[];
  shape?: string[];
  way?: string[];
  goals?: string[];
  also?: string[];
  chance?: boolean;
}
/** Where a piece stands on its way, and where it points. */
export interface Pose {
  cell: string;
  rot: number;
}
/** The last move, its maker, and the way the piece took. `poses` is the way with its turns; `moved` tells every piece that changed its cell, `captured` those that left the board as they stood before, `struck` those that lost some of their value, `shape` the arrangement that allowed the move. */
export interface Last {
  move: string;
  side: string;
  kind: string;
  path: string[];
  poses?: Pose[];
  pushed?: string[];
  moved: [string, string][];
  captured: Piece[];
  created: string[];
  struck: string[];
  shape: string[];
}
/** A move in the list of moves: whose it was, how long it took, and what it did, in words by language. `path` are the cells it led over; `players` is its text in the notation that players of that game know, where there is one. */
export interface Told {
  side: string;
  ms: number | null;
  words: Record<string, string>;
  path: string[];
  players?: string;
}
/** How a game ended. */
export interface End {
  winner: string | null;
  reason: string;
  scores?: Record<string, number[]>;
  score_names?: string[];
  faults?: Record<string, Record<string, string>>;
}
/** What a board element needs; `moves` is null where moves are composed step by step. */
export interface Scene {
  game: string;
  sides: string[];
  to_move: string | null;
  board: Board;
  composed: boolean;
  moves: Choice[] | null;
  last: Last | null;
}
/** A position outside of a table. */
export interface Snapshot {
  game: string;
  sides: string[];
  to_move: string | null;
  board: Board;
  composed: boolean;
  moves: Choice[] | null;
  last: Last | null;
  position: string;
  turn: number;
  end: End | null;
  profile: string;
  options: Record<string, boolean | number | string>;
}
/** A ship in the middle of a move that is being composed. */
export interface Ship {
  cell: string;
  rot: number;
  speed: number;
  coal: number;
  points: number;
  free_turns: number;
  path: string[];
  pushed: string[];
  burnt: number;
}
/** What a step takes, the ship's speed after it, and whether nothing may follow it. */
export interface Cost {
  coal: number;
  points: number;
  speed: number;
  stops: boolean;
}
/** A move that is being composed: how it may go on, and what it makes of the ship. `costs` has every option, `cell_costs` every cell: what going there takes. */
export interface Draft {
  steps: string[];
  options: string[];
  costs: Record<string, Cost>;
  cells: Record<string, string[]>;
  cell_costs: Record<string, Cost>;
  whole: boolean;
  move: string | null;
  ship: Ship;
}
/** A move to come: the cells it leads over, and what it does in words by language. */
export interface Way {
  side: string;
  path: string[];
  words: Record<string, string>;
}
/** One number or switch of a rule sheet. */
export interface Option {
  name: string;
  default: boolean | number | string;
  help: string;
  choices: string[];
  low: number;
  high: number;
  free: boolean;
}
/** A bot's measured Elo with its 95 percent interval; level 1 of every game has 1000. */
export interface BotElo {
  elo: number;
  low: number;
  high: number;
}
/** A game's rule book, as far as the page needs it. */
export interface Book {
  name: string;
  title: string;
  version: number;
  sides: string[];
  hidden: boolean;
  turned: boolean;
  profile_names: string[];
  usual_profile: string;
  profiles: Record<string, Record<string, boolean | number | string>>;
  options: Option[];
  usual: boolean;
  rules: Record<string, string>;
  levels: string[];
  strengths: Record<string, BotElo>;
  score_names: string[];
}
/** Who plays a side, and whether they are there. */
export interface Seat {
  kind: "person" | "bot" | "open" | "program";
  name: string;
  level: string;
  here: boolean;
  person: string;
  elo: number | null;
  provisional: boolean;
  new_elo: number | null;
}
/** Time used by each side, and how long the one to move has been thinking. `left_ms` is what people have left of their bank when they are asked next, an increment included. */
export interface Clock {
  limit_ms: number | null;
  left_ms: Record<string, number> | null;
  used_ms: Record<string, number>;
  running: string | null;
  thinking_ms: number | null;
}
/** How a game between machines goes on: by itself, each move with at least that time, or step by step. */
export interface Duel {
  playing: boolean;
  pace_ms: number;
}
/** The people of a tournament's game: who is ready, and whether the tournament is paused. `arrive_ms` is how long they may take to be ready. */
export interface Hand {
  ready: Record<string, boolean>;
  paused: boolean;
  arrive_ms: number;
}
/** A table. */
export interface State {
  game: string;
  sides: string[];
  to_move: string | null;
  board: Board;
  composed: boolean;
  moves: Choice[] | null;
  last: Last | null;
  position: string;
  turn: number;
  end: End | null;
  profile: string;
  options: Record<string, boolean | number | string>;
  id: string;
  title: string;
  status: "waiting" | "running" | "ended";
  ply: number;
  seats: Record<string, Seat>;
  history: string[];
  told: Told | null;
  start: number;
  seed: string | null;
  clock: Clock;
  queue: number;
  listed: boolean;
  rematch: string | null;
  duel: Duel | null;
  offers: Record<string, string>;
  rated: boolean;
  open: boolean;
  bank_ms: number | null;
  increment_ms: number;
  hand: Hand | null;
}
/** A table's state as its socket tells it to everybody: first, and whenever somebody asks for it. */
export interface StatePush {
  type: "state";
  number: number;
  state: State;
}
/** What makes the state of this number of the one before it; differences.py tells how. */
export interface ChangePush {
  type: "change";
  number: number;
  change: Record<string, unknown>;
}
/** The legal moves in the state of this number, for the side to move. */
export interface MovesPush {
  type: "moves";
  number: number;
  moves: Choice[];
}
/** A line in the list of games. */
export interface Entry {
  id: string;
  game: string;
  status: "waiting" | "running" | "ended";
  ply: number;
  seats: Record<string, Seat>;
  to_move: string | null;
  end: End | null;
  watchers: number;
  created: number;
  ended: number | null;
  living: boolean;
  source: string;
}
/** The games that run and those that ended last. */
export interface Lists {
  running: Entry[];
  ended: Entry[];
}
/** Finished games that somebody looked for; `more`: there are older ones. */
export interface Replays {
  entries: Entry[];
  more: boolean;
}
/** How a program of one's own comes to a game: to this port, with this code. */
export interface Reservation {
  port: number;
  code: string;
}
/** A place at a table: keep the tokens, they are the right to move. */
export interface Seated {
  id: string;
  address: string;
  tokens: Record<string, string>;
  invite: string | null;
  client: Reservation | null;
}
/** Time of the people at a table: for each move, or a bank with an increment; all null: no limit. */
export interface TimeControl {
  move_ms: number | null;
  bank_ms: number | null;
  increment_ms: number;
}
/** Something a player said: a ready-made line by its name, or a text where the operator allows it. */
export interface Said {
  side: string;
  line: string;
  text: string;
  at: number;
}
/** A game between machines, or a series of them: whoever has the token may pause and stop it. */
export interface Conducted {
  id: string;
  address: string;
  token: string;
}
/** A game of a series that is being played. */
export interface SeriesNow {
  number: number;
  ply: number;
}
/** How a series goes on; its results are those of the event with the same number. */
export interface Series {
  id: number;
  state: "running" | "stopped" | "broken" | "finished";
  why: Fault | null;
  played: number;
  now: SeriesNow[];
}
/** Somebody's Elo in a game with its 95 percent interval; provisional while that is wide. */
export interface Standing {
  elo: number;
  low: number;
  high: number;
  games: number;
  provisional: boolean;
}
/** A name that is yours from now on: keep the token, it is the right to it. */
export interface Named {
  id: string;
  name: string;
  token: string;
}
/** Who somebody is, with their Elo by game. */
export interface Me {
  id: string;
  name: string;
  ratings: Record<string, Standing>;
}
/** Somebody who is here; `playing` is the table they play at, `free` says that they can be challenged. */
export interface PersonHere {
  id: string;
  name: string;
  ratings: Record<string, Standing>;
  playing: string | null;
  free: boolean;
}
/** A game that anybody may join; `options` are those that differ from the profile's. */
export interface OpenGame {
  id: string;
  game: string;
  profile: string;
  options: Record<string, boolean | number | string>;
  side: string;
  clock: TimeControl;
  rated: boolean;
  seat: Seat;
  person: string;
  created: number;
}
/** A game of one's own that has not ended. `asked`: one is asked to join it; `turn`: one is to move; `both`: one plays both sides. */
export interface MyGame {
  id: string;
  game: string;
  side: string;
  against: Seat;
  status: "waiting" | "running";
  asked: boolean;
  turn: boolean;
  both: boolean;
  clock: TimeControl;
  rated: boolean;
  open: boolean;
  created: number;
}
/** A finished game of one's own, and the side one played. */
export interface MyFinished {
  entry: Entry;
  side: string;
}
/** All games of one's own; `more`: there are older ones. */
export interface MyGames {
  running: MyGame[];
  finished: MyFinished[];
  more: boolean;
}
/** What a rated game made of somebody's Elo, and when. */
export interface RatingPoint {
  ended: number;
  elo: number;
  table: string;
}
/** Somebody one has met in a game, and how that went; for a bot `level` says which. */
export interface Opponent {
  game: string;
  kind: "person" | "bot" | "open" | "program";
  name: string;
  level: string;
  won: number;
  drawn: number;
  lost: number;
  last: number;
}
/** One's games looked back on: Elo over time by game, and everybody one has met, those met last first. */
export interface Profile {
  name: string;
  ratings: Record<string, Standing>;
  history: Record<string, RatingPoint[]>;
  opponents: Opponent[];
  games: number;
}
/** Who is here, and the games that anybody may join. */
export interface LobbyState {
  people: PersonHere[];
  guests: number;
  games: OpenGame[];
}
/** A game judged ply by ply, as far as the bots have come. */
export interface Analysis {
  done: number;
  total: number;
  failed: boolean;
  scores: number[];
  chances: number[];
  lines: string[][];
  ways: Way[][];
  players: string[][];
  made: (Record<string, string> | null)[];
  lost: number[];
  marks: string[];
}
/** What the strongest bot says of a position: the first side's score and chance, and its best line. */
export interface Verdict {
  score: number;
  chance: number;
  line: string[];
  players: string[];
  ways: Way[];
}
/** What a move instead of a mistake is worth: the part of the chance it loses, and the answer. */
export interface Mended {
  right: boolean;
  best: boolean;
  lost: number;
  words: Record<string, string>;
  answer: Way[];
  snapshot: Snapshot;
}
/** A puzzle to solve. Within `plies` the right move wins or a wrong one loses; proven to `depth`. */
export interface PuzzleShown {
  name: string;
  game: string;
  side: string;
  goal: "win" | "save";
  plies: number;
  depth: number;
  themes: string[];
  rating: number;
  solved: number[];
  snapshot: Snapshot;
}
/** A move of a puzzle's line, in words of each language, and the position after it. */
export interface PuzzleStep {
  move: string;
  side: string;
  words: Record<string, string>;
  snapshot: Snapshot;
}
/** What came of a move: right or not, the puzzle solved or not, and every move from the last one on. */
export interface PuzzleTry {
  right: boolean;
  solved: boolean;
  moves: string[];
  steps: PuzzleStep[];
}
/** A line to look at: the solution, or what refutes a move. */
export interface PuzzleLine {
  steps: PuzzleStep[];
}
/** How the right move begins: the cells to look at, and the first step where moves are composed. */
export interface PuzzleHint {
  path: string[];
  step: string;
}
/** A tournament in a list. */
export interface ListedEvent {
  id: number;
  name: string;
  game: string;
  created: string;
  finished: boolean;
  running: boolean;
  games: number;
}
/** A finished game; `game` is its number in the store, for its replay. */
export interface GameView {
  number: number;
  first: string;
  second: string;
  points: [number, number];
  reason: string;
  faults: Record<string, string>;
  game: number | null;
}
/** A match; `away` is None on a day of rest. */
export interface MatchView {
  key: [number, number, number, number];
  title: string;
  home: string;
  away: string | null;
  won: [number, number];
  drawn: number;
  finished: boolean;
  winner: string | null;
  decided_by: string;
  annulled: boolean;
  games: GameView[];
}
/** A line of a table. The three last ones are None before enough was played. `above_next` is the probability that this one really is stronger than the next in the table. */
export interface RowView {
  rank: number;
  name: string;
  matches: [number, number, number];
  games: [number, number, number];
  values: number[];
  elo: number | null;
  elo_interval: [number, number] | null;
  above_next: number | null;
}
/** A group or a bracket. `cross[i][j]` is (won, drawn, lost) of row i against row j. */
export interface GroupView {
  number: number;
  criteria: string[];
  rows: RowView[];
  days: MatchView[][];
  cross: (([number, number, number] | null)[])[];
  finished: boolean;
  order_right: number | null;
  first_best: number | null;
}
/** A sequential test between two. */
export interface TestView {
  first: string;
  second: string;
  pairs: [number, number, number, number, number];
  elo: number;
  elo_interval: [number, number];
  normalised: number;
  normalised_error: number;
  superiority: number;
  llr: number;
  bounds: [number, number];
  verdict: string | null;
  remaining_pairs: [number, number];
  alike: boolean;
  advice: string[];
}
/** A stage; without groups it has not begun. */
export interface StageView {
  name: string;
  kind: string;
  bracket: boolean;
  finished: boolean;
  groups: GroupView[];
  test: TestView | null;
  trial: boolean;
}
/** A whole event. */
export interface EventView {
  id: number;
  name: string;
  game: string;
  finished: boolean;
  played: number;
  known: number;
  results: number;
  stages: StageView[];
  withdrawn: string[];
}
/** One entrant's event: results, time use, what it did wrong. */
export interface BotView {
  name: string;
  running: boolean;
  won: number;
  drawn: number;
  lost: number;
  think_ms: number;
  processor_ms: number | null;
  slowest_ms: number;
  faults: Record<string, number>;
  games: GameView[];
  qualified: boolean | null;
  qualification_log: string[];
  logs: Record<string, string>;
}
/** What a page takes from a class at most. */
export interface OfferedLimits {
  teams: number;
  name: number;
  upload_bytes: number;
  upload_mib: number;
  uploads: number;
  upload_every_s: number;
  tests: number;
  test_games: number;
}
/** A tournament that is ready to be chosen; `text` says its stages in the words of event files. */
export interface Preset {
  id: string;
  name: string;
  game: string | null;
  text: string;
  move_ms: number | null;
  games: number | null;
}
/** What a page offers a class; `why` programs are not taken, in `kinds` why a kind of team is not. `trusted`: programs are taken and run without a sandbox. */
export interface ClassOffer {
  uploads: boolean;
  trusted: boolean;
  why: Fault | null;
  kinds: Record<string, Fault | null>;
  levels: Record<string, string[]>;
  elo: Record<string, Record<string, number>>;
  presets: Preset[];
  on: string[];
  limits: OfferedLimits;
  operator?: boolean;
}
/** A tournament in a list; `event` is its number among all events once it has begun. */
export interface ClassLine {
  id: number;
  name: string;
  game: string;
  state: string;
  teams: number;
  event: number | null;
  rehearsal: boolean;
  created: string;
}
/** A match to come. */
export interface NextMatch {
  day: number;
  match: Record<string, number>;
  names: string[];
  when: string | null;
}
/** A finished game by its number in the store. */
export interface LastGame {
  record: number;
  names: string[];
}
/** How far a tournament is; `day_over`: the next match day waits until the operator begins it. `results` is another number as soon as a result is there or is corrected, or somebody leaves the ranking: who shows tables asks anew. `last` is the game that ended last. */
export interface ClassStanding {
  played: number;
  planned: number;
  results: number;
  next: NextMatch[];
  day_over: boolean;
  last: LastGame | null;
}
/** A game under way; `missing` are those who are not ready yet. */
export interface LiveGame {
  key: number[];
  match: Record<string, number>;
  names: string[];
  ply: number;
  table: string | null;
  missing: string[];
}
/** How a version did in its first games: played, and of how many; `log`: the team's page has its lines. */
export interface Trial {
  state: string;
  log: boolean;
  progress: number[];
}
/** The same with its log; what the program wrote stands in `values` alone. */
export interface Qualification {
  state: string;
  log: boolean;
  progress: number[];
  lines: Fault[];
}
/** A team in its tournament; versions and qualification are for the operator. */
export interface TeamLine {
  id: number;
  name: string;
  kind: string;
  level: string | null;
  ready: boolean;
  out: string | null;
  versions?: number;
  plays?: number | null;
  qualification?: Trial | null;
}
/** What an operator, a team, or the page itself did; `why` tells what kept the page from going on. */
export interface JournalLine {
  when: string;
  what: string;
  who: string;
  team: string | null;
  teams: string[];
  reason: string;
  why: Fault | null;
  detail: Record<string, unknown>;
}
/** A team whose client was connected before the server started again, and has to be started again. `seconds`: so long a game still waits for it; null while none does. */
export interface AbsentTeam {
  id: number;
  name: string;
  seconds: number | null;
}
/** A tournament; code, place and journal are for the operator. */
export interface ClassEvent {
  played: number;
  planned: number;
  results: number;
  next: NextMatch[];
  day_over: boolean;
  last: LastGame | null;
  id: number;
  name: string;
  game: string;
  profile: string;
  options: Record<string, boolean | number | string | null>;
  state: string;
  deadline: string | null;
  days: string[] | string;
  begun: number;
  closes: string | null;
  endless: boolean;
  rehearsal: boolean;
  kinds: string[];
  preset: string;
  limits: Record<string, number | null>;
  leaving: string;
  format: string;
  stages: Record<string, unknown>[];
  event: number | null;
  teams: TeamLine[];
  live: LiveGame[];
  operator: boolean;
  code?: string;
  on?: string;
  journal?: JournalLine[];
  absent?: AbsentTeam[];
}
/** Where a client from elsewhere goes, and with what. */
export interface RemotePlace {
  host: string;
  port: number;
  code: string;
}
/** A program that a team has sent. */
export interface Version {
  number: number;
  size: number;
  sha: string;
  when: string;
  kept: boolean;
  qualification: Qualification;
}
/** A game from one team's side; `record` is null where nobody played, `counts` false if annulled. */
export interface TeamGame {
  key: number[];
  opponent: string;
  first: boolean;
  result: "won" | "drawn" | "lost";
  points: number;
  reason: string;
  fault: Fault | null;
  opponent_fault: Fault | null;
  plies: number;
  think_ms: number;
  slowest_ms: number;
  processor_ms: number | null;
  record: number | null;
  counts: boolean;
}
/** Games of one kind, counted; times and plies on average. */
export interface GameCounts {
  won: number;
  drawn: number;
  lost: number;
  faults: number;
  think_ms: number | null;
  slowest_ms: number | null;
  plies: number | null;
}
/** How a team does against an opponent, from each side. */
export interface AgainstOne {
  opponent: string;
  first: GameCounts;
  second: GameCounts;
}
/** How much stronger a team's present version is than the one before. */
export interface Compared {
  version: number;
  before: number;
  elo?: number;
  low?: number;
  high?: number;
  stronger?: number;
  why?: Fault;
}
/** A match of a team for itself as it stands; `theirs`: another team has asked for it. */
export interface TestMatch {
  id: number;
  version: number | null;
  against: string;
  rival: string | null;
  theirs: boolean;
  games: number;
  when: string;
  state: string;
  played: number;
  wins: number;
  draws: number;
  losses: number;
  score: number | null;
  low: number | null;
  high: number | null;
  elo?: number;
  elo_low?: number;
  elo_high?: number;
  stronger?: number;
  why?: Fault;
}
/** Another team that can be asked for a match. */
export interface Rival {
  id: number;
  name: string;
}
/** All that a team, and the operator, may know of it; `own` tells the team from the operator. */
export interface TeamPage {
  id: number;
  name: string;
  event: ClassLine;
  kind: string;
  level: string | null;
  out: string | null;
  reservation: RemotePlace | null;
  plays: number | null;
  uploads: boolean;
  closes: string | null;
  compared: Compared | null;
  versions: Version[];
  games: TeamGame[];
  statistics: AgainstOne[];
  live: LiveGame[];
  tests: TestMatch[];
  rivals: Rival[];
  own?: boolean;
}
/** A finished game of a test match. */
export interface TestGameLine {
  number: number;
  record: number;
  first: boolean;
  result: "won" | "drawn" | "lost";
  reason: string;
  fault: Fault | null;
}
/** A ply of a game with what the team's program said before it. */
export interface PlyNote {
  ply: number;
  own: boolean;
  ms: number | null;
  said: string;
}
/** A team's own notes on one of its games; `before` was said before the first ply. */
export interface Notes {
  side: string;
  before: string;
  plies: PlyNote[];
}
/** A game under way as it is drawn; one at a table names it. */
export interface ClassBoard {
  key: number[];
  names: string[];
  sides: Record<string, string>;
  ply: number;
  table: string | null;
  snapshot: Snapshot;
}
/** A team that takes part; its token is told once. */
export interface Registered {
  id: number;
  name: string;
  token: string;
  address: string;
  reservation: RemotePlace | null;
}
/** A team of a list, with its link. */
export interface EnteredTeam {
  id: number;
  name: string;
  kind: string;
  address: string;
}
/** A new tournament, and where teams come in. */
export interface CreatedEvent {
  id: number;
  code: string;
  address: string;
}
/** A team's new link. */
export interface NewLink {
  token: string;
  address: string;
}
/** The number of a version. */
export interface VersionNumber {
  version: number;
}
/** The number of a test match. */
export interface TestNumber {
  id: number;
}
/** The finished games of a test match. */
export interface TestGames {
  games: TestGameLine[];
}
/** Where something is looked at. */
export interface Address {
  address: string;
}
/** What a program wrote. */
export interface Log {
  log: string;
}
/** A study's line in a list; `left_s` is the time it will still take, as far as that is known. */
export interface StudyLine {
  id: number;
  name: string;
  about: string;
  game: string;
  created: string;
  finished: string | null;
  running: boolean;
  planned: number;
  games: number;
  left_s: number | null;
}
/** A variant's difference to the base. `adjusted` is p after Holm's correction. */
export interface Change {
  value: number;
  low: number;
  high: number;
  p: number;
  adjusted: number;
  bound: number;
  verdict: string;
}
/** Everything of one variant and its players; `examples` are games to look at, by measure. */
export interface ArmResult {
  variant: string;
  title: string;
  players: string;
  match: boolean;
  games: number;
  starts: number;
  searched: number;
  shortest_win: number | null;
  figures: Record<string, Record<string, Figure>>;
  changes: Record<string, Change>;
  examples: Record<string, number[]>;
  histogram: Record<string, number>;
  heat: Record<string, number>;
}
/** A measure in words. */
export interface MeasureText {
  title: string;
  unit: string;
  group: string;
  definition: string;
  formula: string;
  compared: boolean;
  margin: number;
  searched: boolean;
}
/** A whole study. */
export interface Results {
  name: string;
  about: string;
  game: string;
  title: string;
  profile: string;
  players: string[];
  games: number;
  planned: number;
  seed: number;
  opening: number;
  judging: [number, number, number];
  variants: Record<string, string>;
  codes: number;
  rungs: Record<string, [number, number]>;
  yardsticks: string[];
  kinds: Record<string, string>;
  calibration: Calibration | null;
  skill_trace: Record<string, SkillTrace>;
  measures: Record<string, MeasureText>;
  arms: ArmResult[];
}
/** What is wrong, in every language: a code, the values that fill its sentence, and the sentence. */
export interface Fault {
  code: string;
  values: Record<string, string>;
  words: Record<string, string>;
}
/** A figure with its 95 % interval, and how many games it comes from. */
export interface Figure {
  value: number;
  low: number;
  high: number;
  games: number;
}
/** All that was said of held-out games; `off`: how far that is, on average, from what came true. */
export interface Calibration {
  bins: Bin[];
  off: number;
  games: number;
  positions: number;
  scales: Record<string, number>;
}
/** What doubled thinking is worth: the score of who has twice the nodes, by the nodes of the other. */
export interface SkillTrace {
  steps: Record<number, Figure>;
  mean: Figure;
}
/** Positions of which about the same was said, and how often it came true (95 % interval over games). */
export interface Bin {
  said: number;
  true: Figure;
  positions: number;
}
export interface ErrorBody {
  code: string;
  message: string;
  rule?: string | null;
  why?: string | null;
  faults?: Fault[] | null;
  proposal?: string | null;
}
