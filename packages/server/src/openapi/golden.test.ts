import { expect, test } from 'vitest'
import { buildOpenApi } from './build-openapi.ts'

test('the API matches the golden file (vitest -u updates it)', async () => {
  const text = `${JSON.stringify(buildOpenApi('http://127.0.0.1:4100'), undefined, 1)}\n`
  await expect(text).toMatchFileSnapshot('./golden/openapi.json')
})
