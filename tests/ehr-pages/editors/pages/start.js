// Runs before the script of every editor page. Sets the start values, and records what must never happen: errors,
// injected code, and clicks on Save or Sign.
window.full = new URLSearchParams(location.search).get('start') === 'full'
window.oldHtml = window.full ? '<p>Old words here.</p><p>Second <strong>line</strong>.</p>' : ''
window.oldText = window.full ? 'Old words here.\nSecond line.' : ''
window.presses = []
window.executed = []
window.faults = []
addEventListener('error', ({ message }) => window.faults.push(message))
addEventListener('click', ({ target }) => target.closest?.('#save, #sign') && window.presses.push(target.id), true)

/** Returns the lines of an editor's HTML. An empty block is an empty line. */
window.linesOf = (html) => {
  const holder = new DOMParser().parseFromString(html, 'text/html').body
  const lines = ['']
  const block = /^(P|DIV|LI|H[1-6]|BLOCKQUOTE|PRE)$/
  let fresh = true
  const walk = (node) => {
    if (node.nodeType === 3) {
      lines[lines.length - 1] += node.data
      if (node.data) fresh = false
    } else if (node.nodeName === 'BR') {
      const last = node.nextSibling === null && block.test(node.parentNode.nodeName)
      if (last && !fresh) return
      lines.push('')
      fresh = false
    } else {
      if (block.test(node.nodeName) && !fresh) lines.push('')
      if (block.test(node.nodeName)) fresh = true
      const before = lines.length
      for (const child of node.childNodes) walk(child)
      if (block.test(node.nodeName)) {
        // The block is empty, or its only line break was at its end. Neither adds a line.
        if (node.textContent === '' && lines.length > before && lines.at(-1) === '') lines.pop()
        fresh = false
      }
    }
  }
  for (const child of holder.childNodes) walk(child)
  return lines.map((line) => line.replace(/[\u00a0\u200b\ufeff]/g, ' ').trim()).join('\n')
}

/**
 * Set by each page when its editor is ready. `text()` returns the text of the editor's model, `state()` the whole
 * model.
 */
window.subject = null

/** The values that a page with plain controls has at the start. */
window.oldForm = window.full
  ? { location: 'Office', note: window.oldText, consent: true, affect: 'Flat', part: 'Minimal' }
  : { location: '', note: '', consent: false, affect: '', part: '' }
