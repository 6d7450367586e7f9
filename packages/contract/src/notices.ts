import { z } from 'zod'
import { type Notice, NOTICE_CODES, type NoticeCode } from './tables/notices.ts'

export * from './tables/notices.ts'

export const noticeView: z.ZodType<Notice> = z.object({
  code: z.enum(NOTICE_CODES as readonly [NoticeCode, ...NoticeCode[]]),
  subject: z.string().exactOptional().describe('The path, name or address that it is about.'),
  params: z.record(z.string(), z.union([z.string(), z.number()])).exactOptional(),
})

/** A notice that is stored as text; none if the text is no notice of this version. */
export function parseNotice(text: string): readonly Notice[] {
  try {
    return readNotices([JSON.parse(text)])
  } catch {
    return []
  }
}

/** Stored notices; one that this version does not know is left out. */
export function readNotices(stored: readonly unknown[] = []): readonly Notice[] {
  return stored.flatMap((value) => {
    const { success, data } = noticeView.safeParse(value)
    return success ? [data] : []
  })
}
