export * from './area.ts'
export { type CompiledAreas, compileAreas } from './compile-areas.ts'
export * from './detect-areas.ts'
export { type AreaFileError, type AreaParsing, parseAreaFile } from './parse-area-file.ts'
export * from './detect-jurisdictions.ts'
export {
  canonicalJurisdictions,
  findJurisdiction,
  type Jurisdiction,
  type JurisdictionKind,
  type JurisdictionParsing,
  JURISDICTIONS,
  parseJurisdictions,
} from './jurisdiction.ts'
export { DISCLAIMERS, type GuidanceRequest, jurisdictionGuidance, renderGuidance } from './guidance.ts'
