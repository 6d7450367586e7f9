export { compareCosts, type CostReport, type CostRow } from './replay/compare-costs.ts'
export { convertSession, SESSION_KINDS, type SessionKind } from './convert/convert-session.ts'
export { type ExplainedTurn, explainTurn } from './replay/explain-turn.ts'
export { type MalformedLine, parseTraceLine } from './replay/parse-trace-line.ts'
export { printReplayed, callOf, writeBody } from './replay/print-replayed.ts'
export { openSimulator, type OpenedSimulator } from './replay/open-simulator.ts'
export { readTrace, readTraceLines, type TraceText } from './replay/read-trace.ts'
export type { ReplayRunner } from './replay/conversation-script.ts'
export {
  loadReplayModels,
  REPLAY_LAYOUTS,
  REPLAY_PROVIDERS,
  type ReplayModels,
  type ReplayProvider,
  standInWords,
} from './replay/replay-models.ts'
export {
  type Replayed,
  type ReplayedTurn,
  type ReplayLayout,
  type ReplayOptions,
  replayTurns,
  warningsOf,
} from './replay/replay-trace.ts'
