/** `@varve/engine/testing`: random conversations and a runner for them. Needs `fast-check`. */
export {
  documentArtifact,
  documentText,
  HOSTILE_TEXTS,
  POOL,
  randomConversation,
  randomTurn,
  type RandomTurn,
} from './random-conversation.ts'
export {
  type ConversationRun,
  type RecordedCall,
  runConversation,
  type RunOptions,
  testTokenizer,
} from './run-conversation.ts'
