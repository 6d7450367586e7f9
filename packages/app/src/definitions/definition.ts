import type { Hash } from '@varve/engine/internal'
import type { Privacy } from '@varve/workspace'
import type {
  AgentFileSettings,
  DefinitionKind,
  DefinitionProblem,
  JsonObject,
  ProjectFileSettings,
} from '@varve/contract'

interface Defined {
  /** What it is called by: the name of its file. */
  readonly id: string
  /** For people. */
  readonly name: string
  readonly description: string
  readonly body: string
}

/** A persona, and what a chat with it does where the chat says nothing else. */
export interface AgentDefinition extends Defined, AgentFileSettings {
  readonly kind: 'agent'
  readonly model?: string
  /** Only these tools; absent for all that the mode gives. */
  readonly tools?: readonly string[]
  /** Only these skills; absent for all. */
  readonly skills?: readonly string[]
}

/** Instructions for one kind of work, loaded when they are used. */
export interface SkillDefinition extends Defined {
  readonly kind: 'skill'
  /** A JSON Schema of what it takes. */
  readonly parameters?: JsonObject
}

/** A prompt with places to fill in. */
export interface TemplateDefinition extends Defined {
  readonly kind: 'template'
}

/** A scope: instructions, pinned context and defaults for its chats. */
export interface ProjectDefinition extends Defined, ProjectFileSettings {
  readonly kind: 'project'
  readonly models: readonly string[]
  /** Paths, `folders/` and `#tags`. */
  readonly pinned: readonly string[]
}

export type Definition = AgentDefinition | SkillDefinition | TemplateDefinition | ProjectDefinition

export type DefinitionOf<Kind extends DefinitionKind> = Extract<Definition, { readonly kind: Kind }>

export type DefinitionParsing =
  | { readonly kind: 'sound'; readonly definition: Definition }
  | { readonly kind: 'unsound'; readonly problems: readonly DefinitionProblem[] }

/** A file that defines something, as it was read. */
export interface DefinitionFile {
  readonly kind: DefinitionKind
  readonly id: string
  /** From the root of the workspace; of a built-in one as it would be there. */
  readonly path: string
  readonly origin: 'built-in' | 'workspace'
  readonly content: string
  /** Of the file, by which a write is guarded. */
  readonly contentHash: Hash
  /** Hash of the file and everything next to it in its folder: what trust applies to. */
  readonly hash: Hash
  /** Whether it, or a file next to it, is read through a link. */
  readonly isLink: boolean
  /** Beside it in the folder of a skill. */
  readonly beside: readonly FileBeside[]
  readonly privacy: Privacy
  readonly parsing: DefinitionParsing
}

export interface FileBeside {
  /** From the folder of the skill. */
  readonly name: string
  readonly hash: Hash
  readonly isLink?: true
}
