/** A question to the notes of a running Varve: the answer as it is written, then its sources and its price. */
import { createClient } from '@varve/contract/client'

const { VARVE_URL: address = 'http://127.0.0.1:4747', VARVE_KEY: key = '' } = process.env
const varve = createClient({ address, key })

const text = process.argv[2] ?? 'When is the launch?'
for await (const event of varve.ask({ workspaceId: 'first', text, attach: ['plan.md'] })) {
  if (event.kind === 'text') process.stdout.write(event.delta)
  if (event.kind === 'ended') {
    const { error, sources, usage } = event.turn.answer
    console.log(error ?? `\n${sources.length} sources, $${usage?.costUSD ?? 0}`)
  }
}
