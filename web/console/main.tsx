import { createRoot } from 'react-dom/client'
import './design/base.css'
import './design/controls.css'
import './design/parts.css'
import './design/shell.css'
import './design/grid.css'
import { App, preloadPage } from './app.tsx'
import { applyTheme, readTheme } from './shell/theme.ts'

applyTheme(readTheme())
preloadPage()
const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<App />)
