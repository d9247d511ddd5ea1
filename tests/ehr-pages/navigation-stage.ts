import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Charts by the number in their address. Two of them share a name. */
export const charts: Record<string, { name: string; number: string }> = {
  '310': { name: 'Rosa Lindqvist', number: '2019-77' },
  '311': { name: 'Rosa Lindqvist', number: '2020-11' },
  '312': { name: 'Theo Marchetti', number: '2021-05' },
}

/** A value that was written into a page of the stage, and the chart that the page showed at that moment. */
export interface Landed {
  chart: string
  visit: string
  field: string
  value: string
}

const labels = ['Location', 'Response', 'Plan']

const item = (label: string, at: number) => `<div class="patient_evaluation_item" id="patient_evaluation_item_${at}">
  <div class="item_title">${label}</div>
  <textarea name="patient_evaluation[eval_texts_attributes][${at}][description]" id="patient_evaluation_eval_texts_attributes_${at}_description" data-field="${label}"></textarea></div>`

const page = (
  chart: string,
  visit: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Note</title></head><body>
<div id="patient_header"><h1></h1><span id="number"></span></div><h2>Progress Note</h2>
<form class="edit_patient_evaluation" data-remote="true">${labels.map(item).join('')}</form>
<button type="button" id="form_submit">Save</button>
<script>
  const charts = ${JSON.stringify(charts)}
  let [chart, visit] = ['${chart}', '${visit}']
  const draw = () => {
    document.querySelector('#patient_header h1').textContent = charts[chart].name
    document.querySelector('#number').textContent = 'MR #: ' + charts[chart].number
    document.querySelector('form').action = '/patients/' + chart + '/patient_evaluations/' + visit
  }
  draw()
  /* As an application of one page shows another chart: fields emptied, with or without a new address. */
  window.show = (next, told) => {
    chart = next
    for (const each of document.querySelectorAll('textarea')) each.value = ''
    if (told) history.pushState(null, '', '/patients/' + chart + '/patient_evaluations/' + visit + '/edit')
    draw()
  }
  const tell = (what) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/told', false)
    request.send(JSON.stringify(what))
  }
  addEventListener('input', ({ target }) => tell({ chart, visit, field: target.dataset.field, value: target.value }))
  addEventListener('click', ({ target }) => target.closest('#form_submit') && tell({ pressed: true }), true)
  addEventListener('pageshow', ({ persisted }) => persisted && tell({ cached: true }))
</script></body></html>`

/**
 * Serves charts of an EHR on this machine. When a value is written into a page, the page reports it before its script
 * continues.
 */
export async function serveCharts() {
  const landed: Landed[] = []
  const counted = { presses: 0, fromCache: 0 }
  const server = createServer((request, response) => {
    if (request.url === '/told') {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        const told = JSON.parse(body) as Landed & { pressed?: true; cached?: true }
        if (told.pressed) counted.presses++
        else if (told.cached) counted.fromCache++
        else landed.push(told)
        response.end()
      })
      return
    }
    const [, chart, visit] = /^\/patients\/(\d+)\/patient_evaluations\/(\d+)\/edit$/.exec(request.url ?? '') ?? []
    if (!chart || !visit || !charts[chart]) return void response.writeHead(404).end()
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page(chart, visit))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    labels,
    landed,
    counted,
    url: (chart: string, visit: string) =>
      `http://127.0.0.1:${port}/patients/${chart}/patient_evaluations/${visit}/edit`,
    close: () => server.close(),
  }
}
