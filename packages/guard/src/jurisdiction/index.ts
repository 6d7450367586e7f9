export * from './detect-jurisdictions.ts'
export {
  findJurisdiction,
  type Jurisdiction,
  type JurisdictionKind,
  type JurisdictionParsing,
  JURISDICTIONS,
  parseJurisdictions,
} from './jurisdiction.ts'
export * from './jurisdiction-guidance.ts'
