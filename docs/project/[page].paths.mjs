import fs from 'node:fs'

const page = name => ({
  params: { page: name.toLowerCase() },
  content: fs.readFileSync(new URL(`../../${name}.md`, import.meta.url), 'utf8'),
})

export default { paths: () => [page('CONTRIBUTING'), page('CHANGELOG')] }
