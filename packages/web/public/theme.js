// Runs before the first paint, so that a chosen look does not flash; a separate file because the policy forbids inline scripts.
try {
  for (const name of ['theme', 'textSize', 'density']) {
    const value = localStorage.getItem(`varve.${name}`)
    if (value) document.documentElement.dataset[name] = value
  }
} catch (error) {
  console.info('How the page looks is not remembered: storage is blocked.', error)
}
