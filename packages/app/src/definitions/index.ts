export {
  type ChatDefinitions,
  chatDefinitions,
  usableSkills,
  withDefaults,
} from './chat-definitions.ts'
export type { DefinitionCheckView } from './check-definition.ts'
export type { ComposerNames, ComposerReading, Mention, MentionKind } from './composer-reading.ts'
export type {
  AgentDefinition,
  Definition,
  DefinitionFile,
  DefinitionKind,
  DefinitionParsing,
  DefinitionProblem,
  ProjectDefinition,
  SkillDefinition,
  TemplateDefinition,
} from './definition.ts'
export { DEFINITION_KINDS } from './definition.ts'
export type * from './definition-views.ts'
export {
  type ExpandedTemplate,
  expandTemplate,
  type TemplateAttachment,
  type TemplateValues,
} from './expand-template.ts'
export { type CheckedDefinition, type DefinitionTools, openDefinitionTools } from './open-definition-tools.ts'
export { parseComposer } from './parse-composer.ts'
export { parseDefinition } from './parse-definition.ts'
