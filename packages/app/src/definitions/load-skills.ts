import { type DefinitionKind, type JsonObject, type Notice, notice } from '@varve/contract'
import { stableJson } from '@varve/engine/internal'
import { chooseDefinition, type DefinitionWanted } from './choose-definition.ts'
import type { ComposerReading, Mention } from './composer-reading.ts'
import { checkArguments } from '../tools/parameters.ts'
import { readParameters } from './read-parameters.ts'
import type { UsableDefinition } from './workspace-definitions.ts'
import type { KnownDefinition } from './known-definition.ts'

export interface SkillsToLoad {
  readonly reading: ComposerReading
  readonly known: readonly KnownDefinition[]
  readonly audience: DefinitionWanted<DefinitionKind>['audience']
  /** The answer is written with tools, one of which reads the files of a skill. */
  readonly hasTools: boolean
}

export interface LoadedSkills {
  /** For this turn, as the user's own instructions. */
  readonly guidance: string
  readonly notices: readonly Notice[]
}

/** Loads the skills that a message calls by name. */
export function loadSkills(toLoad: SkillsToLoad): LoadedSkills {
  const { mentions } = toLoad.reading
  const called = mentions.filter(
    ({ kind, name }, index) => kind === 'skill' && mentions.findIndex((one) => one.name === name) === index,
  )
  const loaded = called.map((mention) => loadSkill(mention, toLoad))
  return {
    guidance: loaded.flatMap(({ text }) => text ?? []).join('\n\n'),
    notices: loaded.flatMap(({ notices }) => notices),
  }
}

function loadSkill(
  mention: Mention,
  { reading, known, audience, hasTools }: SkillsToLoad,
): { readonly text?: string; readonly notices: readonly Notice[] } {
  const { name: id } = mention
  const { usable, why } = chooseDefinition(known, { kind: 'skill', id, audience })
  if (!usable) return { notices: why === undefined ? [] : [notice('skill-unusable', id, { why })] }
  const { parameters, body } = usable.definition
  const given = parameters ? argumentsOf(parameters, reading.text, mention.to) : undefined
  const faults = parameters && given ? checkArguments(parameters, given) : []
  const parts = [
    `The user asks you to use the skill "${id}" for this message. Follow its instructions.`,
    body,
    ...(given && Object.keys(given).length > 0 ? [`Arguments: ${stableJson(given)}`] : []),
    ...(hasTools && usable.file.beside.length > 0
      ? [`Files of this skill, to be had with useSkill and "file":\n${besideOf(usable).join('\n')}`]
      : []),
  ]
  return {
    text: parts.join('\n\n'),
    notices: [
      ...(why === undefined ? [] : [notice('skill-overridden', id, { why })]),
      ...(faults.length === 0
        ? []
        : [notice('skill-arguments', id, { faults: faults.join(' ').replace(/\.$/, '') })]),
      ...filesNotices(usable, hasTools),
    ],
  }
}

/** As the schema wants them: what is typed is text. */
function argumentsOf(parameters: JsonObject, text: string, from: number): JsonObject {
  const properties = (parameters['properties'] ?? {}) as Readonly<Record<string, JsonObject>>
  const { values } = readParameters(text, from, Object.keys(properties))
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typed(value, properties[name]?.['type'])]),
  )
}

function typed(value: string, type: unknown): string | number | boolean {
  if ((type === 'number' || type === 'integer') && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function filesNotices(skill: UsableDefinition<'skill'>, hasTools: boolean): readonly Notice[] {
  const { length: count } = skill.file.beside
  return count === 0 || hasTools ? [] : [notice('skill-files', skill.file.id, { count })]
}

function besideOf({ file }: UsableDefinition<'skill'>): readonly string[] {
  return file.beside.map(({ name }) => name)
}
