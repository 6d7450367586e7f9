import type { DefinitionKind } from '@varve/contract'
import type { DefinitionFile } from './definition.ts'
import { type UsableDefinition, usableDefinitions } from './workspace-definitions.ts'
import type { KnownDefinition } from './known-definition.ts'

export interface DefinitionChoice<Kind extends DefinitionKind> {
  /** What holds: sound, trusted, and open to the one who reads it. */
  readonly usable: UsableDefinition<Kind> | undefined
  /** Why the file of this name does not hold, as the rest of a sentence about it; undefined where it does. */
  readonly why: string | undefined
}

export interface DefinitionWanted<Kind extends DefinitionKind> {
  readonly kind: Kind
  readonly id: string
  /** Who will read it. */
  readonly audience: 'this-machine' | 'cloud'
}

/** The definition of a name, and what is in its way. */
export function chooseDefinition<Kind extends DefinitionKind>(
  known: readonly KnownDefinition[],
  { kind, id, audience }: DefinitionWanted<Kind>,
): DefinitionChoice<Kind> {
  const sound = usableDefinitions(known, kind).find(({ file }) => file.id === id)
  const usable = sound && maySee(sound.file.privacy, audience) ? sound : undefined
  const own = known.find(({ file }) => file.kind === kind && file.id === id)
  return { usable, why: whyNot(own, sound?.file, usable?.file) }
}

/** Whatever is kept on this machine is left out for the cloud. */
export function maySee(
  privacy: DefinitionFile['privacy'],
  audience: DefinitionWanted<DefinitionKind>['audience'],
): boolean {
  return privacy === 'open' || (privacy === 'local-only' && audience === 'this-machine')
}

function whyNot(
  own: KnownDefinition | undefined,
  sound: DefinitionFile | undefined,
  usable: DefinitionFile | undefined,
): string | undefined {
  if (!own) return 'is not there.'
  if (sound && !usable) return 'is kept from this model.'
  if (sound === own.file) return undefined
  if (own.file.parsing.kind === 'unsound') {
    const [problem] = own.file.parsing.problems
    const line = problem?.line === undefined ? '' : ` (line ${problem.line})`
    return `has a mistake${line}: ${problem?.message ?? ''}`
  }
  return 'is not trusted yet.'
}
