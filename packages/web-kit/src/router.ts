/** The router as screens see it: a facade, so that remotes share what they use of it and not the whole library. */
export { BrowserRouter, Link, Navigate, NavLink, Route, Routes, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
