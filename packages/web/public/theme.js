// Runs before the first paint, so that a chosen theme does not flash; a separate file because the policy forbids inline scripts.
try {
  const theme = localStorage.getItem('varve.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch (error) {
  console.info('The theme is not remembered: storage is blocked.', error)
}
