module dojo

go 1.18
