import '../../components/ui/trusted-types.ts'
import { createRoot } from 'react-dom/client'
import './styles.ts'
import { FrameApp } from './frame-app.tsx'
import { findPageAround } from './page-around.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id “root”.')

const query = new URLSearchParams(location.search)
const [access, origin] = [query.get('access') ?? '', query.get('origin') ?? '']
// The frame works only inside a page. If it is opened without a page around it, it shows nothing.
if (window.parent !== window && URL.canParse(origin)) {
  const page = await findPageAround(origin)
  createRoot(root).render(<FrameApp page={page} place={{ accessId: access, origin }} />)
}
