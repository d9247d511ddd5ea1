import { createRoot } from 'react-dom/client'
import './styles.ts'
import { FrameApp } from './frame-app.tsx'
import { findPageAround } from './page-around.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id “root”.')

const query = new URLSearchParams(location.search)
const [access, origin] = [query.get('access') ?? '', query.get('origin') ?? '']
// Opened by itself, the frame shows nothing: it works only for a page around it.
if (window.parent !== window && URL.canParse(origin)) {
  const page = await findPageAround(origin)
  createRoot(root).render(<FrameApp page={page} accessId={access} />)
}
