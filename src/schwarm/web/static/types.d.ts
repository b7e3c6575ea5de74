/** What the server sends; see docs/api.md. */
export interface Cell {
  id: string;
  x: number;
  y: number;
  kind: string;
  side?: string;
  count?: number;
  note?: string;
  segment?: number;
}
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
export interface Mark {
  cell: string;
  kind: string;
  side?: string;
  note?: string;
}
export interface Link {
  from: string;
  to: string;
  side: string;
  strong: boolean;
}
export interface Fact {
  key: string;
  value: number | string;
}
export interface Taken {
  kind: string;
  size?: number;
  side: string;
  count: number;
}
export interface SideState {
  facts: Fact[];
  taken: Taken[];
}
export interface Board {
  kind: "square" | "hex" | "river";
  cells: Cell[];
  pieces: Piece[];
  marks: Mark[];
  links: Link[];
  sides: Record<string, SideState>;
  view: [number, number, number, number];
  rounds?: number | null;
  round?: number;
  left?: number;
}
export interface Choice {
  move: string;
  path: string[];
  kind?: string;
  capture?: boolean;
  cells?: string[];
}
export interface Last {
  move: string;
  side: string;
  path: string[];
  pushed?: string[];
  cells?: string[];
}
export interface Seat {
  kind: "person" | "bot" | "open" | "program";
  name: string;
  level: string;
  here: boolean;
}
export interface Clock {
  limit_ms: number | null;
  used_ms: Record<string, number>;
  running: string | null;
  thinking_ms: number | null;
}
export interface End {
  winner: string | null;
  reason: string;
  scores?: Record<string, number[]>;
  score_names?: string[];
  faults?: Record<string, string>;
}
/** What a board element needs. */
export interface Scene {
  game: string;
  sides: string[];
  to_move: string | null;
  board: Board;
  composed: boolean;
  moves: Choice[] | null;
  last: Last | null;
}
export interface Snapshot extends Scene {
  position: string;
  turn: number;
  end: End | null;
  profile: string;
  options: Record<string, unknown>;
}
export interface State extends Snapshot {
  id: string;
  title: string;
  status: "waiting" | "running" | "ended";
  ply: number;
  seats: Record<string, Seat>;
  history: string[];
  start: number;
  clock: Clock;
  queue: number;
  listed: boolean;
  rematch: string | null;
}
export interface Draft {
  steps: string[];
  options: string[];
  cells: Record<string, string[]>;
  whole: boolean;
  move: string | null;
  ship: {
    cell: string;
    rot: number;
    speed: number;
    coal: number;
    points: number;
    free_turns: number;
    path: string[];
    pushed: string[];
  };
}
export interface Entry {
  id: string;
  game: string;
  status: string;
  ply: number;
  seats: Record<string, Seat>;
  to_move: string | null;
  end: End | null;
  watchers: number;
  created: number;
}
/** A move to come: the cells it leads over. */
export interface Way {
  side: string;
  path: string[];
}
export interface Analysis {
  done: number;
  total: number;
  failed: boolean;
  scores: number[];
  chances: number[];
  lines: string[][];
  paths: string[][];
  ways: Way[][];
  marks: string[];
}
export interface Option {
  name: string;
  default: boolean | number | string;
  help: string;
  choices: string[];
  low: number;
  high: number;
  free: boolean;
}
export interface Book {
  name: string;
  title: string;
  sides: string[];
  hidden: boolean;
  profiles: Record<string, Record<string, unknown>>;
  options: Option[];
  rules: Record<string, string>;
  levels: string[];
  score_names: string[];
}
export interface Seated {
  id: string;
  address: string;
  tokens: Record<string, string>;
  invite: string | null;
}
export interface ErrorBody {
  code: string;
  message: string;
  rule?: string;
  why?: string;
}
