import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The page's policy allows no data: URLs, so nothing may be inlined as one.
    assetsInlineLimit: 0,
    // The colours use oklch() and light-dark(): naming browsers that know both keeps the CSS as written.
    target: ['chrome123', 'firefox120', 'safari17.5'],
  },
})
