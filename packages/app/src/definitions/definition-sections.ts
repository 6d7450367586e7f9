import { neutralize, type SectionInput } from '@varve/engine'
import { CONTEXT_RULE } from '../sections/contract.ts'
import type { AgentDefinition, ProjectDefinition, SkillDefinition } from './definition.ts'

/** A persona in place of the default one. That context is no instruction holds for every persona. */
export function agentSection({ body }: AgentDefinition): SectionInput {
  return { id: 'contract', text: `${neutralize(body)}\n\n${CONTEXT_RULE}` }
}

/** Undefined for a project without instructions. It follows those of the workspace. */
export function projectSection({ name, body }: ProjectDefinition): SectionInput | undefined {
  return body === '' ? undefined : { id: 'project', text: `Of the project "${name}":\n\n${body}` }
}

/** Skills by name and description only; their instructions come when one is used. Undefined for none. */
export function skillsSection(skills: readonly SkillDefinition[]): SectionInput | undefined {
  if (skills.length === 0) return undefined
  const lines = skills
    .map(({ id, description }) => `- ${id}: ${description.replace(/\s+/g, ' ')}`)
    .sort()
    .map(neutralize)
  return { id: 'tools', text: [SKILLS_INTRODUCTION, ...lines].join('\n') }
}

const SKILLS_INTRODUCTION =
  'Skills are instructions for one kind of work. When a request fits one, call useSkill with its name and follow what it returns:'
