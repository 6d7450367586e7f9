import type { AppSettingsView } from '@varve/contract'
import type { Environment } from './key-ring.ts'
import type { ModelRegistryOptions } from './model-registry.ts'

/** The providers that an app can reach. */
export interface ProviderOptions
  extends Pick<ModelRegistryOptions, 'catalogue' | 'fetch' | 'local' | 'patience' | 'config'> {
  /** Where keys are looked for, each time that one is needed. */
  readonly environment: Environment
  /** The settings of Varve as a whole, as its file says. */
  readonly settings?: AppSettingsView | undefined
}
