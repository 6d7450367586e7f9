/** `@varve/local`: models on this machine, and what they remember. It knows no chats, workspaces or keys but by name. */
export { findRuntime, type FoundRuntime } from './find-runtime.ts'
export {
  defaultThreads,
  LocalEngine,
  type LocalEngineOptions,
  type LocalEngineSettings,
  LocalError,
  type LocalFault,
  type LocalModelFile,
  type LocalRequest,
  type LocalStatus,
  type ReadingForecast,
} from './local-engine.ts'
export { localFetch, type LocalPlace, readPrompt } from './local-fetch.ts'
