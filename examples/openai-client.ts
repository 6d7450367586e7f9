/** The official OpenAI client, answered from your notes: the model's name is the name of a workspace. */
import OpenAI from 'openai'

const { VARVE_URL: url = 'http://127.0.0.1:4747', VARVE_KEY: apiKey = '' } = process.env
const client = new OpenAI({ baseURL: `${url}/v1`, apiKey })

const stream = await client.chat.completions.create({
  model: process.argv[3] ?? 'varve/demo@offline',
  messages: [{ role: 'user', content: process.argv[2] ?? 'When is the launch?' }],
  stream: true,
})
for await (const { choices } of stream) process.stdout.write(choices[0]?.delta.content ?? '')
console.log()
