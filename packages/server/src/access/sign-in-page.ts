/** For a person without a session. It loads nothing, so that it needs no exception from the policy. */
export const SIGN_IN_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Varve: open it with its key</title>
</head>
<body>
<main>
<h1>Varve is running, but this browser has no key to it.</h1>
<p>Only someone with the key of this run may read your notes and chats. The key is new each time Varve starts,
so an address kept from an earlier run opens nothing.</p>
<p>Go to the terminal where you ran <code>varve start</code>. It printed an address that holds the key.
Open that address here.</p>
<p>If the terminal is closed, stop Varve and run <code>varve start</code> again.</p>
</main>
</body>
</html>
`
