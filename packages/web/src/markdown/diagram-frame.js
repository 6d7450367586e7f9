// Runs in the frame that draws diagrams, beside the library: it is asked with a source and says a picture.
/* global mermaid */
addEventListener('message', async ({ data, source: asker }) => {
  if (asker !== parent || typeof data?.source !== 'string') return
  const { id, source, isDark } = data
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: isDark ? 'dark' : 'neutral',
      fontFamily: 'system-ui, sans-serif',
      // An image shows no HTML within a drawing everywhere.
      htmlLabels: false,
      flowchart: { htmlLabels: false, useMaxWidth: false },
      maxTextSize: 20_000,
      maxEdges: 400,
    })
    const { svg } = await mermaid.render(`diagram${id}`, source)
    asker.postMessage({ id, svg: withSize(svg) }, '*')
  } catch (error) {
    for (const left of document.querySelectorAll('body > :not(script)')) left.remove()
    asker.postMessage(
      { id, problem: error instanceof Error ? error.message.split('\n')[0] : String(error) },
      '*',
    )
  }
})

/** An image needs a size in points; a drawing that has only a share of its width says it in its view box. */
function withSize(svg) {
  const drawing = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
  const [, , width, height] = (drawing.getAttribute('viewBox') ?? '').split(/\s+/).map(Number)
  if (width > 0 && height > 0) {
    drawing.setAttribute('width', String(Math.ceil(width)))
    drawing.setAttribute('height', String(Math.ceil(height)))
  }
  return new XMLSerializer().serializeToString(drawing)
}
