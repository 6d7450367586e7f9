import { expect, test } from 'vitest'
import { launchBrowser } from '../packages/web/src/testing/launch-browser.ts'
import { encodeApng } from './encode-apng.ts'

test('a moving picture holds the changes only, and the browser draws each frame as it was', async ({
  skip,
}) => {
  const browser = await launchBrowser()
  if (!browser) {
    skip('no browser')
    return
  }
  try {
    const page = await browser.newPage({ viewport: { width: 320, height: 200 } })
    // Decoding frame by frame is for pages with a secure address only.
    await page.route('**/*', (route) => route.fulfill({ body: '', contentType: 'text/html' }))
    await page.goto('https://frames.example')
    const frames: { png: Buffer; milliseconds: number }[] = []
    for (const word of ['One', 'Two', 'Two', 'Three']) {
      await page.setContent(`<body style="background:#fafbfc;font:20px sans-serif"><h1>Varve</h1>${word}`)
      frames.push({ png: await page.screenshot(), milliseconds: 500 })
    }
    const moving = encodeApng(frames)
    const [first] = frames
    if (!first) throw new Error('no frame')
    expect(moving.length).toBeLessThan(2 * encodeApng([first]).length)
    const drawn = await page.evaluate(
      async ([movingBase64, ...stills]) => {
        const bytes = (text = '') => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
        const decoder = new ImageDecoder({ data: bytes(movingBase64), type: 'image/png' })
        await decoder.completed
        const pixels = (source: CanvasImageSource) => {
          const context = new OffscreenCanvas(320, 200).getContext('2d')
          context?.drawImage(source, 0, 0)
          return context?.getImageData(0, 0, 320, 200).data ?? new Uint8ClampedArray()
        }
        const furthest: number[] = []
        for (const [frameIndex, still] of stills.entries()) {
          const { image } = await decoder.decode({ frameIndex })
          const own = pixels(image)
          const wanted = pixels(await createImageBitmap(new Blob([bytes(still)], { type: 'image/png' })))
          furthest.push(
            own.reduce((most, value, at) => Math.max(most, Math.abs(value - (wanted[at] ?? 0))), 0),
          )
        }
        return { frames: decoder.tracks.selectedTrack?.frameCount, furthest }
      },
      [moving, ...frames.map(({ png }) => png)].map((bytes) => bytes.toString('base64')),
    )
    expect(drawn.frames).toBe(4)
    // Colours that hardly occur are drawn in the nearest one.
    for (const distance of drawn.furthest) expect(distance).toBeLessThan(16)
  } finally {
    await browser.close()
  }
})
