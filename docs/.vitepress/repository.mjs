// Pages link to files of the repository that are no pages. The site has them as text, so that it has no dead links,
// and says nothing of where the repository is.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '..', '..')
const pages = {
  'README.md': '/',
  'docs/README.md': '/',
  'docs/adr': '/adr/',
  'CONTRIBUTING.md': '/project/contributing',
  'CHANGELOG.md': '/project/changelog',
}
const linked = new Set()
const base = process.env.SITE_BASE ?? '/'

const isOutside = file => !file.startsWith('docs/') && file !== 'docs'

/** Where a link on a page of the repository leads on the site; as it is, if to another page below docs. */
function target(page, link) {
  const [address, anchor] = link.split('#')
  const file = path.posix.normalize(path.posix.join(path.posix.dirname(page), decodeURI(address))).replace(/\/$/, '')
  if (file in pages) return pages[file] + (anchor ? '#' + anchor : '')
  if (!isOutside(file)) return page.startsWith('docs/') ? link : '/' + link.replace(/^docs\//, '')
  if (!fs.existsSync(path.join(root, file))) throw new Error(`${page} links to ${link}, which does not exist`)
  linked.add(file)
  return base + 'source/' + file + (fs.statSync(path.join(root, file)).isDirectory() ? '.html' : '.txt')
}

/** Which file of the repository is rendered: pages of the folder project come from its top level. */
const pageOf = env => env.relativePath?.startsWith('project/')
  ? env.relativePath.slice('project/'.length, -'.md'.length).toUpperCase() + '.md'
  : 'docs/' + (env.relativePath ?? '').replace(/(^|\/)index\.md$/, '$1README.md')

export function repositoryLinks(md) {
  md.core.ruler.push('repository-links', state => {
    for (const token of state.tokens.flatMap(block => block.children ?? [])) {
      const href = token.type === 'link_open' && token.attrGet('href')
      if (href && !/^([a-z]+:|#|\/)/.test(href)) {
        const to = target(pageOf(state.env), href)
        token.attrSet('href', to)
        // Not a page: the browser loads it, instead of the site's own code.
        if (to.startsWith(base + 'source/')) token.attrSet('target', '_self')
      }
    }
  })
}

const list = (folder, names) => `<!doctype html><meta charset="utf-8"><title>${folder}</title><h1>${folder}</h1><ul>`
  + names.map(name => `<li><a href="${path.basename(folder)}/${name}.txt">${name}</a>`).join('') + '</ul>\n'

function copy(file, site) {
  const from = path.join(root, file)
  const to = path.join(site, 'source', file)
  if (!fs.statSync(from).isDirectory()) {
    fs.mkdirSync(path.dirname(to), { recursive: true })
    fs.copyFileSync(from, to + '.txt')
    return
  }
  const names = fs.readdirSync(from, { recursive: true }).filter(name => fs.statSync(path.join(from, name)).isFile()).sort()
  names.forEach(name => copy(path.posix.join(file, name), site))
  fs.writeFileSync(to + '.html', list(file, names))
}

export function copyLinkedFiles(site) {
  linked.forEach(file => copy(file, site))
}
