import { CHAT_VIEWS } from './chat-views.ts'
import { ERROR_VIEWS } from './error-views.ts'
import { FILE_VIEWS } from './file-views.ts'
import { MODEL_VIEWS } from './model-views.ts'
import { RULE_VIEWS } from './rule-views.ts'
import { TURN_VIEWS } from './turn-views.ts'
import { WORKSPACE_VIEWS } from './workspace-views.ts'

/** What the API answers with, by the names that it has in the document. */
export const VIEWS = {
  ...ERROR_VIEWS,
  ...WORKSPACE_VIEWS,
  ...FILE_VIEWS,
  ...MODEL_VIEWS,
  ...CHAT_VIEWS,
  ...TURN_VIEWS,
  ...RULE_VIEWS,
}
