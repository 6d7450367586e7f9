export {
  type AreaTools,
  type AreaToolsOptions,
  type NamedJurisdiction,
  openAreaTools,
} from './open-area-tools.ts'
export type { AreaProblem } from './read-packs.ts'
