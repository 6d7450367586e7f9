import { ANSWER_GROUP } from './groups/answer-group.ts'
import { CHAT_GROUP } from './groups/chat-group.ts'
import { DEFINITION_GROUP } from './groups/definition-group.ts'
import { DOCUMENT_GROUP } from './groups/document-group.ts'
import { FILE_GROUP } from './groups/file-group.ts'
import { MODEL_GROUP } from './groups/model-group.ts'
import { RULE_GROUP } from './groups/rule-group.ts'
import { TURN_GROUP } from './groups/turn-group.ts'
import { WORKSPACE_GROUP } from './groups/workspace-group.ts'
import type { DescribedRoute } from './route-description.ts'

/** Every route of the API, in the order of the document. */
export const DESCRIBED_ROUTES: readonly DescribedRoute[] = [
  ...DOCUMENT_GROUP,
  ...WORKSPACE_GROUP,
  ...MODEL_GROUP,
  ...FILE_GROUP,
  ...CHAT_GROUP,
  ...TURN_GROUP,
  ...ANSWER_GROUP,
  ...RULE_GROUP,
  ...DEFINITION_GROUP,
]
