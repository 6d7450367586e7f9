import type { DefinitionKind, JsonObject } from '@varve/contract'
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
  readonly notices: readonly string[]
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
): { readonly text?: string; readonly notices: readonly string[] } {
  const { name: id } = mention
  const { usable, why } = chooseDefinition(known, { kind: 'skill', id, audience })
  const said = why === undefined ? [] : [`The skill "${id}" ${why}`]
  if (!usable) return { notices: said.map((words) => `${words} It was not used.`) }
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
    notices: [...said, ...faultNotices(id, faults), ...filesNotices(usable, hasTools)],
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

function faultNotices(id: string, faults: readonly string[]): readonly string[] {
  return faults.length === 0 ? [] : [`The skill "${id}" was used although ${faults.join('; ')}.`]
}

function filesNotices(skill: UsableDefinition<'skill'>, hasTools: boolean): readonly string[] {
  const { length } = skill.file.beside
  if (length === 0 || hasTools) return []
  const files = length === 1 ? '1 file' : `${length} files`
  return [`The skill "${skill.file.id}" has ${files} beside it that only an agent can read.`]
}

function besideOf({ file }: UsableDefinition<'skill'>): readonly string[] {
  return file.beside.map(({ name }) => name)
}
