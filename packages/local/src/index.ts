/** `@varve/local`: models on this machine, and what they remember. It knows no chats, workspaces or keys but by name. */
export { findRuntime, type FoundRuntime } from './find-runtime.ts'
export { type EmbeddingModelFile, LocalEmbedder } from './local-embedder.ts'
export {
  defaultThreads,
  LocalEngine,
  type LocalEngineOptions,
  LocalError,
  type LocalModelFile,
  type LocalRequest,
} from './local-engine.ts'
export { localFetch, readPrompt } from './local-fetch.ts'
