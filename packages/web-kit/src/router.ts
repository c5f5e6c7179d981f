/** The router for screens: a facade, so that remotes share only the parts of the library that they use. */
export { BrowserRouter, Link, Navigate, NavLink, Route, Routes, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
