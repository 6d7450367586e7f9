import { chatRoutes } from './chat-routes.ts'
import { definitionRoutes } from './definition-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { modelRoutes } from './model-routes.ts'
import { turnRoutes } from './turn-routes.ts'
import { workspaceRoutes } from './workspace-routes.ts'

export type { ChatChange, ChatsAmong } from './chat-routes.ts'
export type { CallToInspect, SaveHow } from './turn-routes.ts'

/** Every call of the API, by what it does. */
export const routes = {
  ...workspaceRoutes,
  ...fileRoutes,
  ...modelRoutes,
  ...definitionRoutes,
  ...chatRoutes,
  ...turnRoutes,
} as const
