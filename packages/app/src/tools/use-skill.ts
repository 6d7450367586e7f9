import { type JsonValue, stableJson } from '@varve/engine/internal'
import { decodeText } from '@varve/workspace'
import { z } from 'zod'
import type { Tool, ToolOutcome, ToolRun } from './tool.ts'
import type { DefinitionFile, SkillDefinition } from '../definitions/definition.ts'
import { checkArguments } from './parameters.ts'

const schema = z.strictObject({
  name: z.string().min(1).max(200).describe('The skill, as it is listed.'),
  arguments: z.record(z.string(), z.json()).optional().describe('What the skill takes, by its parameters.'),
  file: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('A file of the skill, as the skill names it, in place of its instructions.'),
})

export type UseSkillArguments = z.infer<typeof schema>

/** A skill with the file that it is in. */
export interface UsableSkill {
  readonly definition: SkillDefinition
  readonly file: DefinitionFile
}

/** What the tool needs beside the rest: the skills that this chat may use at the moment of the call. */
export interface SkillRun extends ToolRun {
  /** Sound, trusted in this very form, and not kept from the model; none where absent. */
  readonly skills?: () => Promise<readonly UsableSkill[]>
}

/** Loads the instructions of a skill. */
export const useSkillTool: Tool<UseSkillArguments> = {
  name: 'useSkill',
  look: { icon: 'bulb', doing: 'Using' },
  description: 'Loads the instructions of a skill, or a file that belongs to it.',
  reach: 'read',
  recoverable: true,
  schema,
  touches: () => [],
  describe: ({ name, file }) => (file === undefined ? `Use the skill ${name}` : `Read ${file} of ${name}`),
  run: async (args, run: SkillRun) => useSkill(args, run, (await run.skills?.()) ?? []),
}

async function useSkill(
  args: UseSkillArguments,
  run: ToolRun,
  skills: readonly UsableSkill[],
): Promise<ToolOutcome> {
  const skill = skills.find(({ file }) => file.id === args.name)
  if (!skill) {
    const names = skills.map(({ file }) => file.id).sort()
    return failed(`There is no skill "${args.name}". There are: ${names.join(', ') || 'none'}.`)
  }
  if (args.file !== undefined) return readBeside(skill, args.file, run)
  const { definition, file } = skill
  const given: JsonValue = args.arguments ?? {}
  const faults = definition.parameters ? checkArguments(definition.parameters, given) : []
  if (faults.length > 0) return failed(`The skill "${file.id}" was not used. ${faults.join(' ')}`)
  const parts = [
    `# Skill: ${file.id}`,
    definition.body,
    ...(args.arguments ? [`Arguments: ${stableJson(args.arguments)}`] : []),
    ...(file.beside.length > 0
      ? [`Files of this skill, to be had with useSkill and "file":\n${namesOf(file).join('\n')}`]
      : []),
  ]
  return { text: parts.join('\n\n'), summary: `Used the skill ${file.id}` }
}

async function readBeside({ file }: UsableSkill, name: string, run: ToolRun): Promise<ToolOutcome> {
  // Only names that were trusted with the skill: nothing is joined that leads out of its folder.
  const known = file.beside.find((other) => other.name === name)
  if (!known)
    return failed(
      `The skill "${file.id}" has no file "${name}". It has: ${namesOf(file).join(', ') || 'none'}.`,
    )
  const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1)
  const stored = await run.files.read(`${folder}${name}`)
  if (stored.contentHash !== known.hash) return failed(`"${name}" has just changed. Call useSkill again.`)
  return { text: decodeText(stored), summary: `Read ${name} of the skill ${file.id}` }
}

function namesOf({ beside }: DefinitionFile): readonly string[] {
  return beside.map(({ name }) => name)
}

function failed(text: string): ToolOutcome {
  return { text, summary: text, isError: true }
}
