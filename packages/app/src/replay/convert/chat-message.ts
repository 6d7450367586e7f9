import { z } from 'zod'

/** A message as chat-completions agents keep it. */
export const chatMessage = z.object({
  role: z.string(),
  content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string().nullish() }) }),
    )
    .nullish(),
  tool_call_id: z.string().nullish(),
  tool_call_ids: z.array(z.string()).nullish(),
  /** Of agents that act in text: the command that they found in their own words. */
  action: z.string().nullish(),
  thought: z.string().nullish(),
})

export type ChatMessage = z.output<typeof chatMessage>
