import { API_KEY_VIEWS } from './api-keys.ts'
import { CHAT_VIEWS } from './chats.ts'
import { ERROR_VIEWS } from './errors.ts'
import { GUARD_QUESTION_VIEWS } from './guard.ts'
import { INSPECTION_VIEWS } from './inspection.ts'
import { LOCAL_MODEL_VIEWS } from './local-models.ts'
import { MODEL_VIEWS } from './models.ts'
import { noticeView } from './notices.ts'
import { RULE_VIEWS } from './rules.ts'
import { localModelSettings } from './settings.ts'
import { TURN_VIEWS } from './turns.ts'
import { FILE_VIEWS, WORKSPACE_VIEWS } from './workspaces.ts'

/** What the API answers with, by the names that it has in the document. */
export const VIEWS = {
  ...ERROR_VIEWS,
  Notice: noticeView,
  ...GUARD_QUESTION_VIEWS,
  ...WORKSPACE_VIEWS,
  ...FILE_VIEWS,
  ...MODEL_VIEWS,
  ...LOCAL_MODEL_VIEWS,
  LocalModelSettings: localModelSettings,
  ...API_KEY_VIEWS,
  ...CHAT_VIEWS,
  ...TURN_VIEWS,
  ...INSPECTION_VIEWS,
  ...RULE_VIEWS,
}
