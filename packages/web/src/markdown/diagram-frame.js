// Runs in the frame that draws diagrams, beside the library: it is asked with a source and says a picture.
/* global mermaid */

// The colours of the page, which the frame cannot see.
const LIGHT = {
  background: '#ffffff',
  primaryColor: '#e6f4f7',
  primaryBorderColor: '#6f9aa3',
  primaryTextColor: '#182025',
  secondaryColor: '#f3f5f6',
  tertiaryColor: '#fbf3e1',
  lineColor: '#5f6d75',
  textColor: '#182025',
  edgeLabelBackground: '#ffffff',
  dropShadow: 'none',
}
const DARK = {
  darkMode: true,
  background: '#1c2226',
  primaryColor: '#1d343b',
  primaryBorderColor: '#5b8891',
  primaryTextColor: '#e7ebed',
  secondaryColor: '#2a3136',
  tertiaryColor: '#363023',
  lineColor: '#98a5ad',
  textColor: '#e7ebed',
  edgeLabelBackground: '#1c2226',
  dropShadow: 'none',
}

addEventListener('message', async ({ data, source: asker }) => {
  if (asker !== parent || typeof data?.source !== 'string') return
  const { id, source, isDark } = data
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: 'base',
      look: 'classic',
      themeVariables: isDark ? DARK : LIGHT,
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
