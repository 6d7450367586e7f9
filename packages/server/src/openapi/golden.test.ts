import { expect, test } from 'vitest'
import { buildOpenApi } from './build-openapi.ts'

test('the API is described as recorded (vitest -u writes it again)', async () => {
  const text = `${JSON.stringify(buildOpenApi(4100), undefined, 1)}\n`
  await expect(text).toMatchFileSnapshot('./golden/openapi.json')
})
