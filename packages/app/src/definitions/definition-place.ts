import type { DefinitionKind } from '@varve/contract'
import { AppError } from '../app-error.ts'

/** The kind and name of a definition, from its path. */
export interface DefinitionPlace {
  readonly kind: DefinitionKind
  readonly id: string
}

export const DEFINITIONS_FOLDER = 'Varve/'

/** The first of two forms of a skill is the one that is written; both are read. */
const FORMS: readonly (readonly [DefinitionKind, RegExp])[] = [
  ['agent', /^Varve\/agents\/([^/]+)\.agent\.md$/],
  ['skill', /^Varve\/skills\/([^/]+)\/SKILL\.md$/],
  ['skill', /^Varve\/skills\/([^/]+)\.skill\.md$/],
  ['template', /^Varve\/templates\/([^/]+)\.md$/],
  ['project', /^Varve\/projects\/([^/]+)\.project\.md$/],
]

/** Undefined for a file that defines nothing. */
export function placeOf(path: string): DefinitionPlace | undefined {
  for (const [kind, form] of FORMS) {
    const id = form.exec(path)?.[1]
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

/** Where a definition of this name is written. */
export function pathOf({ kind, id }: DefinitionPlace): string {
  switch (kind) {
    case 'agent':
      return `Varve/agents/${id}.agent.md`
    case 'skill':
      return `Varve/skills/${id}/SKILL.md`
    case 'template':
      return `Varve/templates/${id}.md`
    case 'project':
      return `Varve/projects/${id}.project.md`
    default:
      return kind satisfies never
  }
}

/** A name that a file can have on every system, and that can be typed after `@` or `/`. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}_-]|[ .](?=[\p{L}\p{N}_-])){0,79}$/u

export function isDefinitionName(id: string): boolean {
  return NAME.test(id)
}

export function requireDefinitionName(id: string): void {
  if (!isDefinitionName(id))
    throw new AppError(
      'message-invalid',
      'A name has 1 to 80 letters, digits, hyphens and single blanks, and begins with a letter or a digit.',
    )
}
