import { serveJob } from '../worker/serve-job.ts'
import { htmlToText, type PlainPage } from './html-to-text.ts'

await serveJob(({ html }: { readonly html: string }): PlainPage => htmlToText(html))
