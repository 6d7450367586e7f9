/** `@varve/providers/simulator`: all providers at once, on this machine, with their caches and their refusals. */
export { CacheBank, type BankReading, type BankRequest } from './cache/cache-bank.ts'
export { modelProfile, type ProfileId } from './cache/model-profile.ts'
export {
  type CacheMark,
  type CachePrompt,
  type CacheReading,
  PromptCache,
} from './cache/prompt-cache.ts'
export type { SimulatedUsage } from './dialect/dialect.ts'
export {
  findScenario,
  NAMED_SCENARIOS,
  type Scenario,
  SCENARIO_HEADER,
  type ScenarioName,
  type ScriptedCall,
} from './script/scenario.ts'
export type { RecordedRequest, RequestOutcome, Simulator, SimulatorOptions } from './simulator.ts'
export { startSimulator } from './start-simulator.ts'
