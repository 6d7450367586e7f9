export {
  type AreaTools,
  type AreaToolsOptions,
  type NamedJurisdiction,
  openAreaTools,
} from './open-area-tools.ts'
export {
  type AreaFiles,
  type AreaProblem,
  type PackReading,
  readPacks,
  shippedPacksFolder,
} from './read-packs.ts'
