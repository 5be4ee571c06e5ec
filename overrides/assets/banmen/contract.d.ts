// What crosses between the page, the worker and the engine's door. Types only; no browser loads this file.

export type Color = "b" | "w";

/** A game as a link or a request carries it. */
export interface GameRecord {
  v?: 1;
  game: string;
  rules?: Record<string, string | number>;
  start?: string;
  moves?: string[];
  end?: string;
  /** Seconds per move of `moves`. */
  times?: (number | null)[];
  tree?: Branch[];
}

/** A line that leaves another one after `ply` moves from the start. */
export interface Branch {
  ply: number;
  moves: string[];
  end?: string;
  times?: (number | null)[];
  tree?: Branch[];
}

export interface Outcome {
  winner: Color | null;
  ending: string;
}

/** What a sentence about one played move is made of; pieces are name keys. */
export interface MoveParts {
  color: Color;
  piece: string;
  from: string | null;
  to: string;
  capture: string | null;
  captured: string[];
  promotes: boolean | null;
  drop: boolean;
  ambiguous: boolean;
  check: boolean;
  mate: boolean;
}

/** A move that was played: as USI, as Japanese players write it, and what sentences about it are made of. */
export interface MoveText {
  usi: string;
  japanese: string;
  parts: MoveParts;
}

/** Everything a board is drawn from. Symbols are SFEN's, squares and moves USI's. */
export interface View {
  version: number;
  game: string;
  /** The listed handicap that the game started from. */
  handicap: string | null;
  rules: Record<string, string | number>;
  sfen: string;
  files: number;
  ranks: number;
  turn: Color;
  pieces: Record<string, string>;
  hands: Record<Color, Record<string, number>>;
  moves: string[];
  check: string[];
  last: { from: string | null; to: string } | null;
  captured: string[];
  problems: string[];
  outcome: Outcome | null;
  counters: {
    ply: number;
    repetition: number;
    no_capture: { n: number; limit: number } | null;
    move_limit: number | string | null;
  };
  texts: MoveText[];
}

export interface Refusal {
  code: string;
  squares: string[];
  details: Args;
}

/** `usi` is what a move is understood as that was written otherwise. */
export type Explanation = { usi: string } & ({ legal: true } | { legal: false; refusal: Refusal });

/** The JSON that the build writes into a <banmen-board>. */
export interface Config {
  version: number;
  record: GameRecord;
  view: View;
  play: "free" | "both" | "computer" | "task";
  /** How strong the computer plays, and whom. */
  level: string | null;
  color: Color | null;
  tools: "few" | "full";
  /** The keys of the game's rule options. */
  options: string[];
  flip: boolean;
  /** The moves of which a task wants one, or what it wants to be reached. */
  task: string[] | null;
  goal: { kind: "mate" | "win"; plies: number } | null;
  marks: string[];
  caption: string;
  art: string;
  hand: string[];
  drops: boolean;
  /** Whether an attack on a royal piece is a check, which has to be answered. */
  check: boolean;
  names: Record<string, string>;
  rules_page: string | null;
  pieces: string;
  /** Where the tables of a solved game lie, and the sums of the large one's directory, where it was made, and of the pocket table. */
  solved: { folder: string; table: string | null; pocket: { file: string; sha256: string } | null } | null;
}

/** What best play comes to; of a position for the side to move, of a move for who makes it. */
export interface Worth {
  result: "win" | "draw" | "loss" | null;
  plies: number;
}

/** The best moves come first. */
export type Verdict = Worth & { moves: (Worth & { usi: string })[] };

/** What a move is worth to who is to reach a goal, and the answer that holds out longest, or lets the goal be missed. */
export interface Judgement {
  code: "fastest" | "slower" | "escapes" | "no_check" | "unproven";
  plies: number | null;
  reply: string | null;
}

/** The results of the door's methods that the page calls. */
export interface Results {
  view: View;
  explain: Explanation;
  /** Nothing where it was stopped before it had found a move. */
  think: Partial<Thought>;
  hint: { move?: string; reasons?: { code: string; details: Args }[] };
  judge: Judgement;
  declare: { conditions: { code: string; ok: boolean; details: Args }[]; outcome: Outcome | null };
  arrange: { start: string };
  /** The parts of the table that are missing, or the answer. */
  verdict: { need: { name: string; sha256: string }[] } | Verdict;
  /** From which byte on the pocket table has to be handed over, or the move that it plays. */
  pocket: { need: number } | { move: string };
  games: { games: GameInfo[] };
}

/** Who plays a game and how, besides what its record says: the computer's level where it plays a side, the clock, and whether the board turns to who is to move. */
export interface Terms {
  players: Record<Color, string | null>;
  time: string;
  turning: boolean;
}

/** What a search has found so far; `done` from 0 to 1. */
export interface Thought {
  move: string;
  score: number;
  mate: number | null;
  /** That the side to move wins, from 0 to 1. */
  chance: number;
  depth: number;
  nodes: number;
  pv: string[];
  done: number;
}

/** What can be chosen for a new game. */
export interface GameInfo {
  key: string;
  start: string;
  options: { key: string; values: (string | number)[]; default: string | number; source: string }[];
  handicaps: { key: string; sfen: string }[];
  levels: string[];
}

export interface DoorError {
  code: string;
  details: Args;
}

export interface Answer {
  id: number;
  result?: unknown;
  progress?: unknown;
  error?: DoorError;
}

/** Why the engine could not be started; the same words as `ui.failed_*`. */
export type BootFailure = "worker" | "wasm" | "download" | "start" | "none";

/** What the worker says about itself, besides passing on the door's lines. */
export interface BootLine {
  boot: "ready" | { loaded: number; total: number } | { error: BootFailure };
}

export type Boot =
  | { stage: "idle" }
  | { stage: "loading"; loaded: number; total: number }
  | { stage: "ready" }
  | { stage: "failed"; failure: BootFailure };

/** Written beside the assets when the site is built; addresses relative to the file itself, `wheel` and `stdlib` to `index`. */
export interface Runtime {
  index: string;
  wheel: string;
  integrity: string;
  stdlib: string;
  bytes?: number;
}

export type Arg = string | number | boolean | null | undefined | (string | number)[];
export type Args = Record<string, Arg>;

/** One file words/<lang>.json. */
export interface Words {
  lang: string;
  list: { between: string; last: string };
  pieces: Record<string, Record<string, string>>;
  genders: Record<string, Record<string, string>>;
  colors: Record<string, Record<string, string>>;
  handicap_colors: Record<string, Record<string, string>>;
  games: Record<string, string>;
  refusals: Record<string, string>;
  endings: Record<string, { win?: string; draw?: string }>;
  problems: Record<string, string>;
  errors: Record<string, string>;
  options: Record<string, { name: string; values: Record<string, string> }>;
  handicaps: Record<string, string>;
  /** Reasons for a hint, by code. */
  hints: Record<string, string>;
  ui: Record<string, string>;
}
