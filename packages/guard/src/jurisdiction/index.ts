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
export * from './jurisdiction-guidance.ts'
