import type { DefinitionProblem, JsonObject } from '@varve/contract'
import type { z } from 'zod'
import type { Definition, DefinitionParsing } from './definition.ts'
import {
  AGENT_FIELDS,
  agentSettings,
  PROJECT_FIELDS,
  projectSettings,
  SKILL_FIELDS,
  TEMPLATE_FIELDS,
} from './definition-fields.ts'
import type { DefinitionPlace } from './definition-place.ts'
import { checkParameters } from '../tools/parameters.ts'
import { type FrontMatterReading, readFrontMatter } from './read-front-matter.ts'

/**
 * Parses a definition file. Errors are reported with their line, and then nothing is defined: half an agent
 * could do something nobody intended.
 */
export function parseDefinition(text: string, { kind, id }: DefinitionPlace): DefinitionParsing {
  const front = readFrontMatter(text)
  if (front.kind === 'unsound') return front
  if (front.kind === 'none') {
    if (kind !== 'template') return unsound(1, 'The file must begin with a line of three dashes.')
    return sound({ kind, id, name: id, description: '', body: front.body })
  }
  switch (kind) {
    case 'agent':
      return parseAgent(front, id)
    case 'skill':
      return parseSkill(front, id)
    case 'template':
      return parseTemplate(front, id)
    case 'project':
      return parseProject(front, id)
    default:
      return kind satisfies never
  }
}

function parseAgent(front: FrontMatterReading, id: string): DefinitionParsing {
  const fields = readFields(front, AGENT_FIELDS)
  if ('problems' in fields) return fields
  const { name, description, ...rest } = fields.data
  if (front.body === '')
    return unsound(front.lineOf([]), 'The persona is missing: the text below the dashes.')
  const { model, tools, skills } = rest
  return sound({
    kind: 'agent',
    id,
    name,
    description,
    body: front.body,
    ...(model === undefined ? {} : { model }),
    ...(tools === undefined ? {} : { tools }),
    ...(skills === undefined ? {} : { skills }),
    ...agentSettings(rest),
  })
}

function parseSkill(front: FrontMatterReading, id: string): DefinitionParsing {
  const fields = readFields(front, SKILL_FIELDS)
  if ('problems' in fields) return fields
  const { name, description, parameters } = fields.data
  // A model requests a skill by its listed name.
  if (name !== id)
    return unsound(front.lineOf(['name']), `The name must be that of the folder or file, "${id}".`)
  if (front.body === '') return unsound(front.lineOf([]), 'The instructions are missing below the dashes.')
  const faults = parameters === undefined ? [] : checkParameters(parameters)
  if (faults.length > 0)
    return {
      kind: 'unsound',
      problems: faults.map(({ path, message }) => ({ line: front.lineOf(['parameters', ...path]), message })),
    }
  return sound({
    kind: 'skill',
    id,
    name,
    description,
    body: front.body,
    ...(parameters === undefined ? {} : { parameters: parameters as JsonObject }),
  })
}

function parseTemplate(front: FrontMatterReading, id: string): DefinitionParsing {
  const fields = readFields(front, TEMPLATE_FIELDS)
  if ('problems' in fields) return fields
  const { name = id, description = '' } = fields.data
  return sound({ kind: 'template', id, name, description, body: front.body })
}

function parseProject(front: FrontMatterReading, id: string): DefinitionParsing {
  const fields = readFields(front, PROJECT_FIELDS)
  if ('problems' in fields) return fields
  const { name, description = '', models = [], pinned = [] } = fields.data
  return sound({
    kind: 'project',
    id,
    name,
    description,
    body: front.body,
    models,
    pinned,
    ...projectSettings(fields.data),
  })
}

function readFields<Fields>(
  { values, lineOf }: FrontMatterReading,
  schema: z.ZodType<Fields>,
): { readonly data: Fields } | { readonly kind: 'unsound'; readonly problems: readonly DefinitionProblem[] } {
  const parsed = schema.safeParse(values)
  if (parsed.success) return { data: parsed.data }
  const problems = parsed.error.issues.flatMap((issue): DefinitionProblem[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        line: lineOf([...issue.path, key]),
        message: `"${key}" is not known here.`,
      }))
    const [name] = issue.path
    // Nothing of that name: said in place of what its value would have to be.
    if (issue.path.length === 1 && typeof name === 'string' && !Object.hasOwn(values, name))
      return [{ line: 2, message: `"${name}" is missing.` }]
    return [{ line: lineOf(issue.path), message: issue.message }]
  })
  return { kind: 'unsound', problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) }
}

function sound(definition: Definition): DefinitionParsing {
  return { kind: 'sound', definition }
}

function unsound(line: number, message: string): DefinitionParsing {
  return { kind: 'unsound', problems: [{ line, message }] }
}
