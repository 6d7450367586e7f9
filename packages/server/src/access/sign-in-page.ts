/** For a person without a session. It loads nothing, so that it needs no exception from the policy. */
export const SIGN_IN_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Varve: sign in</title>
</head>
<body>
<main>
<h1>Varve is running, but this browser is not signed in.</h1>
<p>Open a terminal and run <code>varve open</code>. It opens Varve here, or prints a link for you to open.</p>
<p>Each link works once, for a short time, so an old one opens nothing. Sign in again after Varve restarts.</p>
</main>
</body>
</html>
`
