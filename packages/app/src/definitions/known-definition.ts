import type { DefinitionFile } from './definition.ts'

/** A definition file, and whether it may do anything. */
export interface KnownDefinition {
  readonly file: DefinitionFile
  readonly trusted: boolean
  /** It is not the text that was trusted, and is followed all the same. */
  readonly changed?: true
  /** A built-in one of the same name, which holds while this one does not. */
  readonly shipped?: DefinitionFile
}

/** What was read lately. */
export interface ReadDefinitions {
  readonly until: number
  readonly files: Promise<DefinitionReading>
}

export interface DefinitionReading {
  readonly own: readonly DefinitionFile[]
  readonly shipped: readonly DefinitionFile[]
}
