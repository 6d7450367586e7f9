export { compareCosts, type CostReport, type CostRow } from './compare-costs.ts'
export { convertSession, SESSION_KINDS, type SessionKind } from './convert/convert-session.ts'
export { type ExplainedTurn, explainTurn } from './explain-turn.ts'
export type { MalformedLine } from './parse-trace-line.ts'
export { printReplayed } from './print-replayed.ts'
export { openSimulator, type OpenedSimulator } from './open-simulator.ts'
export { readTrace, type TraceText } from './read-trace.ts'
export type { ReplayRunner } from './conversation-script.ts'
export {
  loadReplayModels,
  REPLAY_LAYOUTS,
  REPLAY_PROVIDERS,
  type ReplayModels,
  type ReplayProvider,
} from './replay-models.ts'
export {
  type Replayed,
  type ReplayedTurn,
  type ReplayLayout,
  type ReplayOptions,
  replayTurns,
} from './replay-trace.ts'
export { standInWords } from './stand-in-words.ts'
export { warningsOf } from './warnings-of.ts'
export { callOf, writeBody } from './write-body.ts'
