export { convertSession, SESSION_KINDS, type SessionKind } from './convert/convert-session.ts'
export { type ExplainedTurn, explainTurn } from './explain-turn.ts'
export { type MalformedLine, parseTraceLine, type TraceLine } from './parse-trace-line.ts'
export { printReplayed } from './print-replayed.ts'
export { readTrace, type TraceText } from './read-trace.ts'
export type { ReplayRunner } from './replay-conversation.ts'
export { defaultModel, REPLAY_LAYOUTS, REPLAY_PROVIDERS, type ReplayProvider } from './replay-model.ts'
export {
  type Replayed,
  type ReplayedTurn,
  type ReplayOptions,
  replayTrace,
  replayTurns,
} from './replay-trace.ts'
export { writeBody } from './write-body.ts'
